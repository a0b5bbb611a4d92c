import Foundation

/// A model of the network: the logarithm of the throughput deviates from a slow level, and each segment differs from that by noise.
struct ThroughputModel: Sendable {
    /// The slow level: the logarithm of bits per second.
    private(set) var level: Double
    /// The deviation of the network from the level at the last measurement.
    private(set) var deviation = 0.0
    /// The mean square of the prediction errors.
    private(set) var variance: Double
    /// The time from a request to its first byte, in seconds.
    private(set) var latency: Double
    /// Whether there is any measurement.
    private(set) var isKnown: Bool

    private let settings: AdaptiveSettings
    /// The seconds of transfer that the level is based on.
    private var experience: Double

    /// The range of plausible rates: 1 kbit/s to 100 Gbit/s.
    static let logRates = 6.9...25.4

    init(settings: AdaptiveSettings, memory: ThroughputMemory?) {
        self.settings = settings
        let usable = memory.flatMap { $0.logMean.isFinite && $0.spread.isFinite && $0.latency.isFinite ? $0 : nil }
        level = (usable?.logMean ?? log(1_000_000)).clamped(to: Self.logRates)
        variance = pow((usable?.spread ?? settings.initialSpread).clamped(to: settings.spreadBounds), 2)
        latency = (usable?.latency ?? 0.1).clamped(to: 0...5)
        isKnown = usable != nil
        experience = usable == nil ? 0 : 4
    }

    /// The measurements for the next playback, after the first measurement.
    var memory: ThroughputMemory? {
        isKnown ? ThroughputMemory(logMean: level, spread: variance.squareRoot(), latency: latency) : nil
    }

    /// The spread of the logarithm of the next segment's rate.
    var spread: Double { variance.squareRoot() }

    /// Returns the deviation that `bits` received in `seconds` of an unfinished transfer imply.
    func deviation(after bits: Double, in seconds: Double) -> Double {
        let measured = Self.logRate(bits: bits, seconds: seconds) - level
        return deviation + (1 - exp2(-seconds / settings.deviationHalfLife)) * (measured - deviation)
    }

    /// Records a transfer; `cycle` is the duration of a segment in seconds, between which the deviation decays.
    mutating func record(bits: Double, seconds: Double, latency newLatency: Double, cycle: Double) {
        let seconds = seconds.clamped(to: 0.001...600)
        let measured = Self.logRate(bits: bits, seconds: seconds)
        let fade = exp2(-cycle / settings.reversionHalfLife)
        if isKnown {
            let error = measured - level - deviation
            // A short transfer contributes little to the uncertainty of predictions.
            let share = (1 - exp2(-1 / settings.spreadHalfLife)) * min(1, seconds / 0.3)
            variance += share * (error * error - variance)
            variance = variance.clamped(to: pow(settings.spreadBounds.lowerBound, 2)...pow(settings.spreadBounds.upperBound, 2))
            latency += 0.2 * (newLatency.clamped(to: 0...5) - latency)
        } else {
            isKnown = true
            level = measured
            latency = newLatency.clamped(to: 0...5)
        }
        let before = level
        experience += seconds
        level += max(1 - exp2(-seconds / settings.levelHalfLife), seconds / experience) * (measured - level)
        level = level.clamped(to: Self.logRates)
        deviation += before - level
        deviation += (1 - exp2(-seconds / settings.deviationHalfLife)) * (measured - level - deviation)
        deviation *= fade
    }

    private static func logRate(bits: Double, seconds: Double) -> Double {
        log(max(bits, 1) / max(seconds, 0.001)).clamped(to: logRates)
    }
}

extension Double {
    /// Returns the nearest value inside the range; the lower bound for NaN.
    func clamped(to range: ClosedRange<Double>) -> Double {
        self >= range.lowerBound ? min(self, range.upperBound) : range.lowerBound
    }
}
