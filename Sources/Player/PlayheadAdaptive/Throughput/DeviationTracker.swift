import Foundation

/// Follows the deviation of a network from its level, and the errors of its predictions.
struct DeviationTracker: Sendable {
    /// A weight of measurements, and how long a deviation persists.
    struct Kind: Sendable {
        /// The share of a difference between measurement and prediction that is expected to persist.
        let gain: Double
        /// The half-life of the deviation, in seconds.
        let reversion: Double
    }

    /// From the most responsive to the smoothest.
    static let kinds = [
        Kind(gain: 1, reversion: 40), Kind(gain: 0.5, reversion: 20), Kind(gain: 0.25, reversion: 40), Kind(gain: 0.12, reversion: 80),
    ]

    /// The expected deviation at the next segment.
    private(set) var deviation = 0.0
    /// The mean square of the recent prediction errors.
    private(set) var variance: Double
    /// The same over more segments.
    private(set) var error: Double

    /// The mean square of the drops below the predictions, which are remembered for more segments than other errors: a network that dropped
    /// out does so again.
    private(set) var drops = 0.0

    private let kind: Kind
    private let settings: AdaptiveSettings
    /// The square of the largest error that counts: a single outage does not decide.
    private static let largestSquare = 4.0

    /// Makes a tracker of a kind. At first the most responsive one is the best.
    init(kind: Int, variance: Double, settings: AdaptiveSettings) {
        self.kind = Self.kinds[kind]
        self.settings = settings
        self.variance = variance
        error = kind == 0 ? variance / 2 : variance
    }

    /// Updates the errors with a measured deviation.
    mutating func judge(_ measured: Double, weight: Double) {
        let square = (measured - deviation) * (measured - deviation)
        let bounds = settings.spreadBounds
        variance += (1 - exp2(-1 / settings.spreadHalfLife)) * weight * (square - variance)
        variance = variance.clamped(to: bounds.lowerBound * bounds.lowerBound...bounds.upperBound * bounds.upperBound)
        let drop = measured < deviation ? min(square, Self.largestSquare) : 0
        drops += (1 - exp2(-1 / settings.dropHalfLife)) * weight * (drop - drops)
        error += (1 - exp2(-1 / settings.errorHalfLife)) * weight * (min(square, Self.largestSquare) - error)
    }

    /// Updates the deviation with a measured one after the level has changed by `shift`; `cycle` is the time until the next segment.
    mutating func follow(_ measured: Double, shift: Double, seconds: Double, cycle: Double) {
        deviation -= shift
        deviation += kind.gain * seconds / (seconds + settings.measurementTime) * (measured - deviation)
        deviation *= exp2(-cycle / kind.reversion)
    }
}
