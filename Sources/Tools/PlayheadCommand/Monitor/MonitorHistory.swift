import PlayheadMonitor

/// The figures of the last minutes, one of each second.
struct MonitorHistory {
    private static let limit = 600
    /// The number of viewers.
    private(set) var viewers: [Double] = []
    /// The received bits.
    private(set) var bits: [Double] = []
    /// The stalls that began.
    private(set) var stalls: [Double] = []
    /// The failures.
    private(set) var failures: [Double] = []
    private var last = MonitorStatistics()

    /// Adds the statistics of the next second.
    mutating func add(_ statistics: MonitorStatistics) {
        let seconds = max(statistics.elapsed - last.elapsed, 0.001)
        let bitsPerByte = 8.0
        Self.append(Double(statistics.viewers), to: &viewers)
        Self.append(Double(statistics.transfers.bytes - last.transfers.bytes) * bitsPerByte / seconds, to: &bits)
        Self.append(Double(statistics.stallCount - last.stallCount) / seconds, to: &stalls)
        Self.append(Double(statistics.failureCount - last.failureCount) / seconds, to: &failures)
        last = statistics
    }

    private static func append(_ value: Double, to list: inout [Double]) {
        list.append(max(0, value))
        if list.count > limit { list.removeFirst() }
    }
}
