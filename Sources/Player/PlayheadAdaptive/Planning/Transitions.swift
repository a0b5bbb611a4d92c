import Foundation

/// The possible durations of a transfer, and the deviations of the network that follow.
struct Transitions {
    /// The transfer at a quantile of the noise.
    struct Transition {
        let weight: Double
        /// The duration of the transfer without latency.
        let seconds: Double
        /// The deviation at the next segment.
        let next: Double
        /// The deviation after the transfer was abandoned.
        let rescue: Double
        let mayAbandon: Bool
    }

    private let level: Double
    private let rates: [Double]
    private let spread: Double
    private let unexplained: Double
    private let kind: DeviationTracker.Kind
    private let settings: AdaptiveSettings
    private let fade: Double
    private let rescueFade: Double
    private let rescueGain: Double

    /// Prepares transitions for a spread of the transfer time; `unexplained` is the spread of the throughput alone, and `segment` the
    /// duration of a segment in seconds.
    init(level: Double, spread: Double, unexplained: Double, segment: Double, kind: DeviationTracker.Kind, settings: AdaptiveSettings) {
        self.level = level
        self.spread = spread
        self.unexplained = unexplained
        self.kind = kind
        self.settings = settings
        rates = Noise.quantiles.map { exp(-spread * $0.value) }
        fade = exp2(-segment / kind.reversion)
        rescueFade = exp2(-settings.rescueTime / (settings.transferReversion * kind.reversion))
        rescueGain = kind.gain + (1 - kind.gain) * exp2(-settings.rescueTime / settings.transientHalfLife)
    }

    /// Returns the transitions of `bits` at a deviation, by quantile.
    func all(bits: Double, deviation: Double) -> some Sequence<Transition> {
        let expected = bits / exp(level + deviation)
        return Noise.quantiles.indices.lazy.map { transition($0, expected: expected, deviation: deviation) }
    }

    private func transition(_ index: Int, expected: Double, deviation: Double) -> Transition {
        let quantile = Noise.quantiles[index]
        let seconds = ThroughputModel.seconds(
            expected * rates[index], deviation: deviation + spread * quantile.value, reversion: settings.transferReversion * kind.reversion)
        let error = unexplained * quantile.value
        let gain = kind.gain * seconds / (seconds + settings.measurementTime)
        return Transition(
            weight: quantile.weight, seconds: seconds, next: fade * (deviation + gain * error),
            rescue: rescueFade * (deviation + rescueGain * error), mayAbandon: quantile.value < 0 && seconds > 2 * settings.rescueTime)
    }
}

/// The deviation of segments from the prediction: weighted quantiles in units of the spread.
enum Noise {
    /// Similar to prediction errors on recorded mobile networks: more mass in the centre and in the lower tail than a normal distribution.
    /// The lowest one is a deep drop.
    static let quantiles: [(value: Double, weight: Double)] = [
        (-3.2, 0.015), (-1.39, 0.045), (-0.88, 0.09), (-0.65, 0.14), (-0.2, 0.2), (0.2, 0.2), (0.6, 0.14), (1.08, 0.1), (1.8, 0.07),
    ]
}
