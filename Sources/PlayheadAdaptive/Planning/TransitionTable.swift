import Foundation

/// The outcomes of fetching each rung at each deviation of the grid.
struct TransitionTable {
    /// A position between two rows of the grid.
    struct Place {
        let row: Int
        let below: Float

        init(deviation: Double) {
            let position = ((deviation - ValueTable.lowestDeviation) / ValueTable.deviationStep)
                .clamped(to: 0...Double(ValueTable.deviations - 1))
            row = min(Int(saturating: position, rounding: .towardZero), ValueTable.deviations - 2)
            below = Float(position - Double(row))
        }
    }

    /// A possible outcome of a fetch: the number of elapsed grid steps with a probability, and the following deviation `next`. If the
    /// transfer may be abandoned before, the deviation is `rescue`.
    struct Outcome {
        let weight: Float
        let steps: Float
        let next: Place
        let rescue: Place?
        /// The steps rounded up, and the excess of that.
        let wholeSteps: Int
        let share: Float

        init(weight: Double, steps: Double, next: Place, rescue: Place?) {
            self.weight = Float(weight)
            self.steps = Float(min(steps, 100_000))
            self.next = next
            self.rescue = rescue
            wholeSteps = Int(saturating: Double(self.steps), rounding: .up)
            share = min(max(Float(wholeSteps) - self.steps, 0), 1)
        }
    }

    /// A fetch of a rung at a deviation.
    struct Fetch {
        let rung: Int
        let outcomes: Range<Int>
        /// The index of the first immediate value.
        let gains: Int
    }

    private(set) var outcomes: [Outcome] = []
    /// The immediate values of fetches by buffer, without the outcomes that may be abandoned, which the iteration accounts for.
    private(set) var gains: [Float] = []
    /// The fetches of each row. A rung that takes longer than any buffer even with good luck is absent, because it is never chosen.
    private(set) var fetches: [[Fetch]] = []
    let utilities: [Double]
    let costOfStep: Float
    /// The number of steps until a transfer is abandoned.
    let rescueSteps: Float

    init(space: PlanningSpace, level: Double, spread: Double, kind: DeviationTracker.Kind, settings: AdaptiveSettings) {
        utilities = space.bitrates.map { log($0 / space.bitrates[0]) }
        rescueSteps = Float((settings.rescueTime + space.latency) / space.step)
        costOfStep = Float(settings.stallCost * space.step / space.segment)
        // The sizes of later segments are unknown.
        let total = settings.planShare * (spread * spread + settings.sizeSpread * settings.sizeSpread).squareRoot()
        let transitions = Transitions(
            level: level, spread: total, unexplained: spread, segment: space.segment, kind: kind, settings: settings)
        let maximumSteps = Double(space.points - 1 + space.stepsInSegment)
        for row in 0..<ValueTable.deviations {
            let deviation = ValueTable.lowestDeviation + Double(row) * ValueTable.deviationStep
            var found: [Fetch] = []
            for rung in space.bitrates.indices {
                let bits = space.bitrates[rung] * space.segment
                if rung > 0, (space.latency + bits / exp(level + deviation + total)) / space.step > maximumSteps { break }
                found.append(Fetch(rung: rung, outcomes: outcomes.count..<outcomes.count + Noise.quantiles.count, gains: gains.count))
                for transition in transitions.all(bits: bits, deviation: deviation) {
                    let mayAbandon = rung > 0 && transition.mayAbandon
                    outcomes.append(
                        Outcome(
                            weight: transition.weight, steps: (space.latency + transition.seconds) / space.step,
                            next: Place(deviation: transition.next), rescue: mayAbandon ? Place(deviation: transition.rescue) : nil))
                }
                addGains(of: rung, points: space.points)
            }
            fetches.append(found)
        }
    }

    private mutating func addGains(of rung: Int, points: Int) {
        let start = gains.count
        gains.append(contentsOf: repeatElement(0, count: points))
        let utility = Float(utilities[rung])
        let costOfStep = costOfStep
        let outcomes = outcomes
        gains.withUnsafeMutableBufferPointer { gains in
            for outcome in outcomes.suffix(Noise.quantiles.count) where outcome.rescue == nil {
                for point in 0..<points {
                    gains[start + point] += outcome.weight * (utility - costOfStep * max(outcome.steps - Float(point), 0))
                }
            }
        }
    }
}
