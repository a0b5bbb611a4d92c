/// The recent values of a playback, for graphs: a bounded history of samples.
package struct StatisticsHistory: Sendable, Equatable {
    /// A sample.
    package struct Sample: Sendable, Equatable {
        /// The duration of the media that is loaded ahead of the playhead, in seconds.
        package var buffer = 0.0
        /// The received data, in bits per second.
        package var throughput = 0.0
        /// The pictures dropped since the sample before.
        package var dropped = 0.0
        /// The distance to the live edge in seconds; `nil` on demand.
        package var latency: Double?

        /// Creates an empty sample.
        package init() {}
    }

    /// The number of samples that are kept.
    package static let capacity = 120

    /// The samples, the latest last.
    package private(set) var samples: [Sample] = []
    private var bytes: (count: Int64, time: Double)?
    private var dropped: Int?

    /// Creates an empty history.
    package init() {}

    /// Adds a sample from totals. Totals that decrease, because another item plays, count from their new value.
    /// - Parameters:
    ///   - buffer: The loaded duration ahead of the playhead, in seconds.
    ///   - total: The bytes received so far.
    ///   - count: The pictures dropped so far.
    ///   - latency: The distance to the live edge, in seconds.
    ///   - now: The current time, in seconds.
    package mutating func add(buffer: Double, bytes total: Int64, dropped count: Int, latency: Double?, at now: Double) {
        var sample = Sample()
        sample.buffer = buffer.isFinite ? max(0, buffer) : 0
        sample.latency = latency
        if let bytes, now > bytes.time, total >= bytes.count {
            sample.throughput = Double(total.saturatingSubtracting(bytes.count)) * 8 / (now - bytes.time)
        }
        if let dropped, count >= dropped { sample.dropped = Double(count.saturatingSubtracting(dropped)) }
        bytes = (total, now)
        dropped = count
        samples.append(sample)
        if samples.count > Self.capacity { samples.removeFirst(samples.count - Self.capacity) }
    }

    /// Scales values for a graph.
    /// - Parameters:
    ///   - minimum: The smallest value at the upper edge, so that noise does not fill the graph.
    ///   - value: The value of a sample; `nil` leaves the sample out.
    /// - Returns: Points in a unit square, from the upper left corner: the latest value is at the right edge.
    package func points(minimum: Double, _ value: (Sample) -> Double?) -> [(x: Double, y: Double)] {
        let values = samples.map(value)
        let top = max(minimum, values.compactMap { $0 }.max() ?? 0)
        guard top > 0 else { return [] }
        let first = Self.capacity - values.count
        return values.enumerated().compactMap { index, value in
            value.map { (Double(first + index) / Double(Self.capacity - 1), 1 - min(max($0 / top, 0), 1)) }
        }
    }

    package static func == (one: StatisticsHistory, other: StatisticsHistory) -> Bool { one.samples == other.samples }
}
