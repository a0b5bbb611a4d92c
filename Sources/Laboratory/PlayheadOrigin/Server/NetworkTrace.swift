import Foundation

/// A network whose bandwidth and latency change over time; the trace repeats after its end.
package struct NetworkTrace: Sendable, Equatable {
    /// A period of constant bandwidth and latency.
    package struct Period: Sendable, Equatable {
        /// The duration in seconds, greater than 0.
        package var duration: Double
        /// The bandwidth in bytes per second; 0 for a standstill.
        package var bytesPerSecond: Double
        /// The time from a request to the first byte of its response, in seconds.
        package var latency: Double

        /// Makes a period.
        package init(duration: Double, bytesPerSecond: Double, latency: Double = 0) {
            self.duration = duration
            self.bytesPerSecond = bytesPerSecond
            self.latency = latency
        }
    }

    /// The periods, in order; at least one.
    package let periods: [Period]
    /// The start of each period and the end of the last one, in seconds.
    private let starts: [Double]
    /// The number of bytes transferred before each period, and by the whole trace.
    private let sums: [Double]

    /// The minimum duration of a period, in seconds: with shorter ones, sums of times would lose their precision.
    private static let shortestPeriod = 1e-6

    /// Creates a trace. Values out of range are clamped (to 0 or 1 TB/s, for example), and periods below a microsecond are left out.
    ///
    /// - Parameter periods: The periods, in order; if none is long enough, the network has no latency and a bandwidth of 1 TB/s.
    package init(_ periods: [Period]) {
        func valid(_ value: Double, _ most: Double) -> Double { value.isNaN ? 0 : min(max(value, 0), most) }
        let valid = periods.filter { $0.duration >= Self.shortestPeriod }.map {
            Period(duration: valid($0.duration, 1e9), bytesPerSecond: valid($0.bytesPerSecond, 1e12), latency: valid($0.latency, 1e6))
        }
        self.periods = valid.isEmpty ? [Period(duration: 1, bytesPerSecond: 1e12)] : valid
        starts = self.periods.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.duration) }
        sums = self.periods.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.duration * $1.bytesPerSecond) }
    }

    /// Creates a network with constant bandwidth and latency.
    package init(bytesPerSecond: Double, latency: Double = 0) {
        self.init([Period(duration: 1, bytesPerSecond: bytesPerSecond, latency: latency)])
    }

    /// Parses a recorded trace, `[{"duration_ms": 1000, "bandwidth_kbps": 1200, "latency_ms": 100}, …]`; a kilobit is 1000 bits.
    ///
    /// - Throws: `DecodingError`.
    package init(json: Data) throws {
        struct Entry: Decodable {
            var duration_ms: Double
            var bandwidth_kbps: Double
            var latency_ms: Double?
        }
        self.init(
            try JSONDecoder().decode([Entry].self, from: json).map {
                Period(
                    duration: $0.duration_ms / 1000, bytesPerSecond: $0.bandwidth_kbps * 125, latency: ($0.latency_ms ?? 0) / 1000)
            })
    }

    /// The average bandwidth of the whole trace, in bytes per second.
    package var averageBytesPerSecond: Double { (sums.last ?? 0) / (starts.last ?? 1) }

    /// Returns the period at `time` seconds from the start of the trace.
    package func period(at time: Double) -> Period {
        periods[Self.index(in: starts, of: Self.split(time, starts.last ?? 1).rest)]
    }

    /// Returns when a transfer that starts at `time` ends, in seconds; infinite if it never ends.
    package func end(of bytes: Double, from time: Double) -> Double {
        let length = starts.last ?? 1
        let total = sums.last ?? 0
        guard bytes > 0 else { return time }
        guard total > 0 else { return .infinity }
        let (pass, rest) = Self.split(max(0, time), length)
        let first = Self.index(in: starts, of: rest)
        let begun = sums[first] + (rest - starts[first]) * periods[first].bytesPerSecond
        var (further, amount) = Self.split(begun + bytes, total)
        if amount < 1e-6, further > 0 {
            further -= 1
            amount = total
        }
        // The first period whose end reaches the amount; the tolerance keeps rounding from moving the last byte past a standstill.
        var low = 0
        var high = periods.count - 1
        while low < high {
            let middle = (low + high) / 2
            if sums[middle + 1] < amount - 1e-6 { low = middle + 1 } else { high = middle }
        }
        let rate = periods[low].bytesPerSecond
        let end = (pass + further) * length + starts[low] + (rate > 0 ? (amount - sums[low]) / rate : 0)
        return max(end, time)
    }

    private static func split(_ value: Double, _ unit: Double) -> (count: Double, rest: Double) {
        guard value.isFinite, value > 0 else { return (0, 0) }
        let count = (value / unit).rounded(.down)
        return (count, min(max(0, value - count * unit), unit))
    }

    /// Returns the index of the last period that begins at or before a value.
    private static func index(in starts: [Double], of value: Double) -> Int {
        var low = 0
        var high = starts.count - 2
        while low < high {
            let middle = (low + high + 1) / 2
            if starts[middle] <= value { low = middle } else { high = middle - 1 }
        }
        return low
    }
}
