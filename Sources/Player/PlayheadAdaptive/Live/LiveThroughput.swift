import Foundation

/// An estimate of the throughput from the bursts of a live stream.
///
/// The transfer of a segment that is still being encoded pauses between its chunks, so its duration is not a measure of the network. A burst is
/// one chunk or part: it is available when its transfer begins, and its bytes arrive at the rate of the network.
struct LiveThroughput: Sendable {
    /// The range of plausible rates: the logarithms of 1 kbit/s and 100 Gbit/s.
    private static let logRates = 6.9...25.4
    /// The minimum duration of a burst, in seconds: clocks and buffers do not resolve less.
    private static let resolution = 0.000_5

    private let settings: LiveSettings
    /// The logarithm of the expected throughput in bits per second; `nil` before any measurement.
    private(set) var level: Double?
    private var variance: Double
    /// The seconds of transfer that the estimate is based on.
    private var experience = 0.0

    /// Creates an estimate that starts with `throughput` in bits per second, if it is known.
    init(settings: LiveSettings, throughput: Double? = nil) {
        self.settings = settings
        variance = settings.spreadBounds.upperBound * settings.spreadBounds.upperBound
        level = throughput.flatMap { $0 > 0 ? log($0).clamped(to: Self.logRates) : nil }
    }

    /// The standard deviation of the logarithm of the throughput.
    var spread: Double { variance.squareRoot().clamped(to: settings.spreadBounds) }

    /// Records a burst of `bits` that took `seconds`.
    mutating func record(bits: Double, seconds: Double) {
        guard bits > 0, bits.isFinite, seconds.isFinite else { return }
        let seconds = seconds.clamped(to: Self.resolution...600)
        let measured = log(bits / seconds).clamped(to: Self.logRates)
        guard let level else {
            self.level = measured
            return
        }
        experience += seconds
        let error = measured - level
        let share = max(1 - exp2(-seconds / settings.spreadHalfLife), min(0.5, seconds / experience))
        variance += share * (error * error - variance)
        self.level = level + (1 - exp2(-seconds / settings.halfLife)) * error
    }
}
