import Playhead

/// Measures the latency between the playlist's dates and the wall clock: from the time that the origin assigns to an instant until it is
/// shown. The result depends on the origin's clock.
struct LatencyMeter {
    private(set) var minimum = Double.infinity
    private(set) var maximum = -Double.infinity
    private var sum = 0.0
    private(set) var count = 0
    /// The live offset that the origin requests, in seconds.
    private(set) var target: Double?

    /// Adds a measurement.
    /// - Parameters:
    ///   - wall: The wall-clock time in seconds since 1970.
    ///   - date: The date of the current picture in seconds since 1970.
    ///   - target: The live offset that the origin requests, in seconds.
    mutating func note(wall: Double, date: Double, target: Double?) {
        let latency = wall - date
        minimum = min(minimum, latency)
        maximum = max(maximum, latency)
        sum += latency
        count += 1
        self.target = target ?? self.target
    }

    var mean: Double { count > 0 ? sum / Double(count) : .nan }

    /// The result as JSON; `null` without live streams with dates.
    var value: EventValue {
        guard count > 0 else { return .null }
        return .object([
            "least": .double(minimum), "mean": .double(mean), "most": .double(maximum), "target": target.map { .double($0) } ?? .null,
        ])
    }
}
