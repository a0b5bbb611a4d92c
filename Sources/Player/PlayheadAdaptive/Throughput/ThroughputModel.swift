import Foundation

/// A model of the network: the logarithm of the throughput deviates from a slow level, and each segment differs from that by noise.
///
/// Several trackers follow the deviation, because networks differ in how long it persists. The smoothest one is used whose errors are not
/// much larger than those of the best: following noise changes rungs for nothing.
struct ThroughputModel: Sendable {
    /// The slow level: the logarithm of bits per second.
    private(set) var level: Double
    /// The time from a request to its first byte, in seconds.
    private(set) var latency: Double
    /// Whether there is any measurement.
    private(set) var isKnown: Bool

    private let settings: AdaptiveSettings
    private var trackers: [DeviationTracker]
    /// The index of the tracker that is used.
    private(set) var chosen = 0
    /// The weight of the level before the first measurement, 0 to 1.
    private var trust: Double
    /// The seconds of transfer that the level is based on.
    private var experience: Double

    /// The mean square error below which a network is steady.
    private static let steadyError = 0.04

    private static let maximumSpread = 1.2

    /// The range of plausible rates: 1 kbit/s to 100 Gbit/s.
    static let logRates = 6.9...25.4

    init(settings: AdaptiveSettings, memory: ThroughputMemory?) {
        self.settings = settings
        let usable = memory.flatMap { $0.logMean.isFinite && $0.spread.isFinite && $0.latency.isFinite ? $0 : nil }
        level = (usable?.logMean ?? log(1_000_000)).clamped(to: Self.logRates)
        latency = (usable?.latency ?? 0.1).clamped(to: 0...5)
        isKnown = usable != nil
        trust = (usable?.trust ?? 0).clamped(to: 0...1)
        experience = 4 * trust
        let variance = pow((usable?.spread ?? settings.initialSpread).clamped(to: settings.spreadBounds), 2)
        trackers = DeviationTracker.kinds.indices.map { DeviationTracker(kind: $0, variance: variance, settings: settings) }
    }

    /// The measurements for the next playback, after the first measurement.
    var memory: ThroughputMemory? {
        isKnown ? ThroughputMemory(logMean: level, spread: spread, latency: latency) : nil
    }

    /// The expected deviation of the network from the level.
    var deviation: Double { trackers[chosen].deviation }

    /// The kind of the tracker that is used.
    var kind: DeviationTracker.Kind { DeviationTracker.kinds[chosen] }

    /// The spread of the logarithm of the next segment's rate.
    var spread: Double {
        let tracker = trackers[chosen]
        return min((tracker.variance + settings.dropShare * tracker.drops).squareRoot(), Self.maximumSpread)
    }

    /// Returns the mean deviation for the remaining `left` bits that `bits` received in `seconds` of an unfinished transfer imply.
    func deviation(after bits: Double, in seconds: Double, left: Double) -> Double {
        let measured = Self.logRate(bits: bits, seconds: seconds) - level
        let difference = seconds / (seconds + settings.measurementTime) * (measured - deviation)
        // Part of the difference does not persist.
        let time = left / exp(level + deviation + difference)
        let share = Self.meanShare(halfLives: time / settings.transientHalfLife)
        return deviation + difference * (kind.gain + (1 - kind.gain) * share)
    }

    /// Records a transfer; `cycle` is the duration of a segment in seconds, between which the deviation decays.
    mutating func record(bits: Double, seconds: Double, latency newLatency: Double, cycle: Double) {
        let seconds = seconds.clamped(to: 0.001...600)
        let measured = Self.logRate(bits: bits, seconds: seconds)
        // A short transfer contributes little to the uncertainty of predictions.
        let weight = min(1, seconds / 0.3)
        if isKnown {
            latency += 0.2 * (newLatency.clamped(to: 0...5) - latency)
        } else {
            level = measured
            latency = newLatency.clamped(to: 0...5)
        }
        let before = level
        experience += seconds
        level += max(1 - exp2(-seconds / settings.levelHalfLife), seconds / experience) * (measured - level)
        level = level.clamped(to: Self.logRates)
        for index in trackers.indices {
            if isKnown { trackers[index].judge(measured - before, weight: weight * trust) }
            trackers[index].follow(measured - level, shift: level - before, seconds: seconds, cycle: cycle)
        }
        isKnown = true
        trust = 1
        let least = trackers.reduce(Double.infinity) { min($0, $1.error) }
        let limit = (1 + settings.errorTolerance + max(0, least - settings.erraticError)) * least
        // On a steady network all are equally good; a responsive one follows a sudden drop.
        chosen = least < Self.steadyError ? 0 : trackers.lastIndex { $0.error <= limit } ?? 0
    }

    /// Returns the duration of a transfer that would take `seconds` at the initial deviation from the level, but the deviation decays.
    static func seconds(_ seconds: Double, deviation: Double, reversion: Double) -> Double {
        // The share depends on the result; each step is damped, because a deep drop changes the first estimate by orders of magnitude.
        let first = deviation * (1 - meanShare(halfLives: seconds / reversion)) / 2
        let second = deviation * (1 - meanShare(halfLives: seconds * exp(first) / reversion))
        return seconds * exp((first + second) / 2)
    }

    /// Returns the mean of a decaying value over a number of half-lives, relative to the initial value.
    private static func meanShare(halfLives: Double) -> Double {
        let exponent = 0.693 * halfLives
        // An approximation of (1 - exp(-x)) / x without an exponential.
        return 1 / (1 + exponent * (0.5 + exponent / 12))
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
