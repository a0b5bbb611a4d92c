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

    /// A possible outcome of a fetch: the number of elapsed grid steps with a probability, and the position of the following deviation. If
    /// the transfer may be abandoned before, the deviation is `rescue`.
    struct Outcome {
        let weight: Float
        let steps: Float
        let rescue: Place?
        /// The index of the first neighbour in the values after an arrival, for an empty buffer at the start of the transfer.
        let arrival: Int
        /// The index of the first neighbour in the values after an abandonment.
        let rescued: Int
        /// The interpolation weights of the four neighbours, times the probability.
        let weights: SIMD4<Float>

        init(weight: Double, steps: Double, next: Place, rescue: Place?, rung: Int, width: Int) {
            self.weight = Float(weight)
            self.steps = Float(min(steps, 100_000))
            self.rescue = rescue
            let wholeSteps = Int(saturating: Double(self.steps), rounding: .up)
            let share = min(max(Float(wholeSteps) - self.steps, 0), 1)
            let row = rung * ValueTable.deviations
            arrival = (row + next.row) * ValueIteration.arrivalStride(width) + width - min(wholeSteps, width)
            rescued = (row + (rescue?.row ?? 0)) * width
            let below = next.below
            weights = self.weight * SIMD4((1 - below) * (1 - share), (1 - below) * share, below * (1 - share), below * share)
        }
    }

    /// A fetch of a rung at a deviation.
    struct Fetch {
        let rung: Int
        let outcomes: Range<Int>
        /// The index of the first vector of immediate values.
        let gains: Int
    }

    private(set) var outcomes: [Outcome] = []
    /// The immediate values of fetches by buffer, without the outcomes that may be abandoned, which the iteration accounts for.
    private(set) var gains: [ValueIteration.Vector] = []
    /// The fetches of each row. A rung that takes longer than any buffer even with good luck is absent, because it is never chosen.
    private(set) var fetches: [[Fetch]] = []
    private let utilities: [Double]
    /// The cost of a switch from each rung to the next lower one without the fee, 0 at both ends.
    let switchSteps: [Float]
    /// The number of grid points of the buffer with padding, and of a row of values after an arrival.
    let width: Int
    let arrivalStride: Int
    let costOfStep: Float
    /// The number of steps until a transfer is abandoned.
    let rescueSteps: Float

    /// The first grid points of the buffer.
    static let firstPoints = ValueIteration.Vector(0, 1, 2, 3, 4, 5, 6, 7)

    /// Returns the utility of a rung.
    func utility(of rung: Int) -> Float { Float(utilities[rung]) }

    init(space: PlanningSpace, level: Double, spread: Double, kind: DeviationTracker.Kind, settings: AdaptiveSettings) {
        utilities = space.bitrates.map { log($0 / space.bitrates[0]) }
        switchSteps = [0] + zip(utilities, utilities.dropFirst()).map { Float(settings.switchCost * ($1 - $0)) } + [0]
        width = ValueIteration.padded(space.points)
        arrivalStride = ValueIteration.arrivalStride(width)
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
                            next: Place(deviation: transition.next), rescue: mayAbandon ? Place(deviation: transition.rescue) : nil,
                            rung: rung, width: width))
                }
                addGains(of: rung)
            }
            fetches.append(found)
        }
    }

    private mutating func addGains(of rung: Int) {
        let utility = utility(of: rung)
        for start in stride(from: 0, to: width, by: ValueIteration.Vector.scalarCount) {
            let points = Self.firstPoints + Float(start)
            var sum = ValueIteration.Vector()
            for outcome in outcomes.suffix(Noise.quantiles.count) where outcome.rescue == nil {
                sum += outcome.weight * (utility - costOfStep * ValueIteration.larger(outcome.steps - points, ValueIteration.Vector()))
            }
            gains.append(sum)
        }
    }
}
