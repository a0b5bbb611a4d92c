import Foundation

/// The expected future score for a buffer and a deviation of the network from its level.
///
/// Value iteration: the value of a state is the best rung's utility, less the cost of its stalls averaged over the noise, plus the value of
/// the following state. Only differences between states are meaningful.
struct ValueTable: Sendable {
    /// The number of grid points for deviations.
    static let deviations = 14
    static let lowestDeviation = -2.6
    static let deviationStep = 0.3
    /// The number of segments before the end with separate values, because a buffer loses value there.
    static let endings = 12
    /// The maximum difference of changes between states in the last sweep.
    static let tolerance: Float = 0.01

    let step: Double
    let points: Int
    /// The values by deviation and buffer of a movie without end, and below with 1, 2, … remaining segments.
    private let endless: [Float]
    private let ending: [[Float]]
    /// The value of an additional segment.
    let growth: Double

    /// Returns the value with `buffer` seconds and a deviation, `remaining` segments before the end, if known.
    func value(buffer: Double, deviation: Double, remaining: Int?) -> Double {
        guard let remaining else { return value(endless, buffer, deviation) }
        if remaining <= 0 { return 0 }
        return value(remaining <= ending.count ? ending[remaining - 1] : endless, buffer, deviation)
    }

    private func value(_ values: [Float], _ buffer: Double, _ deviation: Double) -> Double {
        let across = (buffer / step).clamped(to: 0...Double(points - 1))
        let down = ((deviation - Self.lowestDeviation) / Self.deviationStep).clamped(to: 0...Double(Self.deviations - 1))
        let column = min(Int(saturating: across, rounding: .towardZero), points - 2)
        let row = min(Int(saturating: down, rounding: .towardZero), Self.deviations - 2)
        let right = Float(across - Double(column))
        let below = Float(down - Double(row))
        let index = row * points + column
        let upper = values[index] + right * (values[index + 1] - values[index])
        let lower = values[index + points] + right * (values[index + points + 1] - values[index + points])
        return Double(upper + below * (lower - upper))
    }

    /// Computes the values for a level (the logarithm of bits per second) and a spread.
    init(space: PlanningSpace, level: Double, spread: Double, settings: AdaptiveSettings, noise: Noise = .network) {
        let points = space.points
        let step = space.step
        self.points = points
        self.step = step
        var steps: [Step] = []
        let utilities = space.bitrates.map { log($0 / space.bitrates[0]) }
        let fade = exp2(-space.segment / settings.reversionHalfLife)
        let costOfStep = settings.stallCost * step / space.segment
        let wide = (spread * spread + settings.sizeSpread * settings.sizeSpread).squareRoot()
        let maximumSteps = Double(points - 1 + space.stepsInSegment)
        var starts: [Int] = []
        for row in 0..<Self.deviations {
            starts.append(steps.count)
            let deviation = Self.lowestDeviation + Double(row) * Self.deviationStep
            for rung in space.bitrates.indices {
                let bits = space.bitrates[rung] * space.segment
                // A rung that takes longer than any buffer even with good luck is never chosen.
                if rung > 0, (space.latency + bits / exp(level + deviation + wide)) / step > maximumSteps { break }
                var outcomes: [Outcome] = []
                for quantile in noise.quantiles {
                    let transfer = bits / exp(level + deviation + wide * quantile.value)
                    let gain = 1 - exp2(-transfer / settings.deviationHalfLife)
                    let next = Place(deviation: fade * (deviation + gain * spread * quantile.value))
                    let mayAbandon = rung > 0 && quantile.value < 0 && transfer > 2 * settings.rescueTime
                    outcomes.append(
                        Outcome(
                            weight: Float(quantile.weight), steps: Float(min((space.latency + transfer) / step, 100_000)), next: next,
                            rescue: mayAbandon ? Place(deviation: deviation + spread * quantile.value) : nil))
                }
                steps.append(Step(utility: Float(utilities[rung]), outcomes: outcomes, points: points, costOfStep: Float(costOfStep)))
            }
        }
        starts.append(steps.count)
        var iteration = ValueIteration(
            points: points, stepsInSegment: space.stepsInSegment, steps: steps, starts: starts,
            costOfStep: Float(costOfStep), rescueSteps: Float((settings.rescueTime + space.latency) / step))
        var ending: [[Float]] = []
        for _ in 0..<Self.endings {
            _ = iteration.sweep(whole: true)
            ending.append(iteration.values)
        }
        for count in 0..<200 {
            let whole = count % 6 == 0
            if iteration.sweep(whole: whole) < Self.tolerance, whole { break }
        }
        self.ending = ending
        endless = iteration.values
        growth = Double(iteration.growth)
    }

    /// A position between two rows of the grid.
    struct Place {
        let row: Int
        let below: Float

        init(deviation: Double) {
            let position = ((deviation - lowestDeviation) / deviationStep).clamped(to: 0...Double(deviations - 1))
            row = min(Int(saturating: position, rounding: .towardZero), deviations - 2)
            below = Float(position - Double(row))
        }
    }

    /// A possible outcome of fetching a rung: the number of elapsed grid steps with a probability, and the following deviation `next`. If
    /// the transfer may be abandoned before, the deviation is `rescue`.
    struct Outcome {
        let weight: Float
        let steps: Float
        let next: Place
        let rescue: Place?
    }

    /// A fetch of a rung at a deviation: the immediate value by buffer, and the possible outcomes.
    struct Step {
        let utility: Float
        let outcomes: [Outcome]
        let gains: [Float]

        init(utility: Float, outcomes: [Outcome], points: Int, costOfStep: Float) {
            self.utility = utility
            self.outcomes = outcomes
            // The iteration accounts for transfers that may be abandoned.
            let sure = outcomes.filter { $0.rescue == nil }
            let weight = sure.reduce(0) { $0 + $1.weight }
            gains = (0..<points).map { point in
                sure.reduce(weight * utility) { $0 - $1.weight * costOfStep * max($1.steps - Float(point), 0) }
            }
        }
    }
}
