/// Sweeps over the grid, each of which adds a segment to the horizon.
struct ValueIteration {
    private typealias Values = UnsafeBufferPointer<Float>
    private typealias Target = UnsafeMutableBufferPointer<Float>

    private let points: Int
    private let stepsInSegment: Int
    private let rungs: Int
    private let table: TransitionTable
    private let settings: AdaptiveSettings
    /// The values by previous rung, deviation and buffer.
    private(set) var values: [Float]
    /// The value of an additional segment.
    private(set) var growth: Float = 0
    /// The values after a segment has arrived, by rung, deviation and remaining buffer: one segment more, or full. Rows are padded, so that
    /// shifts need no limits: with `points` values of an empty buffer on the left, and one value on the right.
    private var after: [Float]
    /// The values after an abandonment, by rung, deviation and buffer.
    private var rescued: [Float]
    /// The values of the fetches of a deviation, by rung and buffer.
    private var fetched: [Float]

    /// The value of a fetch that is not possible.
    private static let impossible: Float = -1e6
    private static let rows = ValueTable.deviations

    init(space: PlanningSpace, level: Double, spread: Double, kind: DeviationTracker.Kind, settings: AdaptiveSettings) {
        points = space.points
        stepsInSegment = space.stepsInSegment
        rungs = space.bitrates.count
        self.settings = settings
        table = TransitionTable(space: space, level: level, spread: spread, kind: kind, settings: settings)
        values = Array(repeating: 0, count: rungs * Self.rows * points)
        rescued = values
        after = Array(repeating: 0, count: rungs * Self.rows * (2 * points + 1))
        fetched = Array(repeating: 0, count: rungs * points)
    }

    /// Recomputes all values from the previous ones.
    mutating func sweep() {
        prepareArrivals()
        prepareRescues()
        var lowest = Float.infinity
        var highest = -Float.infinity
        for row in 0..<Self.rows {
            evaluate(row)
            choose(row, lowestChange: &lowest, highestChange: &highest)
        }
        growth = (lowest + highest) / 2
    }

    private mutating func prepareArrivals() {
        let points = points
        let width = 2 * points + 1
        let arriving = min(stepsInSegment, points - 1)
        let rows = rungs * Self.rows
        values.withUnsafeBufferPointer { values in
            after.withUnsafeMutableBufferPointer { after in
                for row in 0..<rows {
                    let source = row * points
                    let target = row * width
                    let empty = values[source + arriving]
                    let full = values[source + points - 1]
                    for index in 0..<points { after[target + index] = empty }
                    for index in 0..<points - arriving { after[target + points + index] = values[source + arriving + index] }
                    for index in points - arriving...points { after[target + points + index] = full }
                }
            }
        }
    }

    private mutating func prepareRescues() {
        let points = points
        let steps = table.rescueSteps
        let whole = min(Int(saturating: Double(steps), rounding: .up), points - 1)
        let share = min(max(Float(whole) - steps, 0), 1)
        let costOfStep = table.costOfStep
        let growth = growth
        let rows = rungs * Self.rows
        values.withUnsafeBufferPointer { values in
            rescued.withUnsafeMutableBufferPointer { rescued in
                for row in 0..<rows {
                    let start = row * points
                    for point in 0..<points {
                        let left = start + max(point - whole, 0)
                        let right = min(left + 1, start + points - 1)
                        let value = point < whole ? values[start] : values[left] + share * (values[right] - values[left])
                        rescued[start + point] = value + growth - costOfStep * max(steps - Float(point), 0)
                    }
                }
            }
        }
    }

    /// Computes the values of all fetches at a deviation.
    private mutating func evaluate(_ row: Int) {
        let points = points
        let table = table
        let fetches = table.fetches[row]
        fetched.withUnsafeMutableBufferPointer { fetched in
            fetched.update(repeating: Self.impossible)
            after.withUnsafeBufferPointer { after in
                rescued.withUnsafeBufferPointer { rescued in
                    for fetch in fetches {
                        let total = Target(rebasing: fetched[fetch.rung * points..<(fetch.rung + 1) * points])
                        for point in 0..<points { total[point] = table.gains[fetch.gains + point] }
                        for index in fetch.outcomes {
                            let outcome = table.outcomes[index]
                            if let rescue = outcome.rescue {
                                Self.add(outcome, rescue: rescue, of: fetch, table: table, after: after, rescued: rescued, to: total)
                            } else {
                                Self.add(outcome, of: fetch, after: after, to: total)
                            }
                        }
                    }
                }
            }
        }
    }

    /// The index in `after` of an outcome with a full buffer, and the interpolation weights of the four neighbours.
    private static func place(_ outcome: TransitionTable.Outcome, rung: Int, points: Int) -> (index: Int, weights: SIMD4<Float>) {
        let below = outcome.next.below
        let share = outcome.share
        let weights = SIMD4((1 - below) * (1 - share), (1 - below) * share, below * (1 - share), below * share)
        return ((rung * rows + outcome.next.row) * (2 * points + 1) + points - min(outcome.wholeSteps, points), weights)
    }

    private static func add(_ outcome: TransitionTable.Outcome, of fetch: TransitionTable.Fetch, after: Values, to total: Target) {
        let points = total.count
        let (upper, weights) = place(outcome, rung: fetch.rung, points: points)
        let lower = upper + 2 * points + 1
        let (a, b) = (outcome.weight * weights[0], outcome.weight * weights[1])
        let (c, d) = (outcome.weight * weights[2], outcome.weight * weights[3])
        for point in 0..<points {
            let above = a * after[upper + point] + b * after[upper + point + 1]
            total[point] += above + c * after[lower + point] + d * after[lower + point + 1]
        }
    }

    private static func add(
        _ outcome: TransitionTable.Outcome, rescue: TransitionTable.Place, of fetch: TransitionTable.Fetch, table: TransitionTable,
        after: Values, rescued: Values, to total: Target
    ) {
        let points = total.count
        let (upper, weights) = place(outcome, rung: fetch.rung, points: points)
        let lower = upper + 2 * points + 1
        let (a, b, c, d) = (weights[0], weights[1], weights[2], weights[3])
        let again = (fetch.rung * rows + rescue.row) * points
        let utility = Float(table.utilities[fetch.rung])
        for point in 0..<points {
            let above = a * after[upper + point] + b * after[upper + point + 1]
            let future = above + c * after[lower + point] + d * after[lower + point + 1]
            let finish = utility + future - table.costOfStep * max(outcome.steps - Float(point), 0)
            let difference = rescued[again + points + point] - rescued[again + point]
            total[point] += outcome.weight * max(finish, rescued[again + point] + rescue.below * difference)
        }
    }

    /// Computes the values of the states of a deviation from those of its fetches, with one pass over the rungs upwards and one downwards:
    /// the cost of a switch is proportional to the difference of utilities, plus a fee.
    private mutating func choose(_ row: Int, lowestChange: inout Float, highestChange: inout Float) {
        let points = points
        let rungs = rungs
        let steps = zip(table.utilities, table.utilities.dropFirst()).map { Float(settings.switchCost * ($1 - $0)) }
        let rise = Float(settings.riseFee)
        let drop = Float(settings.dropFee)
        withUnsafeTemporaryAllocation(of: Float.self, capacity: (rungs + 3) * points) { space in
            let best = Target(rebasing: space[..<(rungs * points)])
            // The value of the best rung below, and then above, less the cost of the switch to it without the fee.
            let other = Target(rebasing: space[(rungs * points)..<((rungs + 1) * points)])
            let low = Target(rebasing: space[((rungs + 1) * points)..<((rungs + 2) * points)])
            let high = Target(rebasing: space[((rungs + 2) * points)...])
            low.update(repeating: .infinity)
            high.update(repeating: -.infinity)
            fetched.withUnsafeBufferPointer { fetched in
                values.withUnsafeMutableBufferPointer { values in
                    other.update(repeating: Self.impossible)
                    for rung in 0..<rungs {
                        let here = rung * points
                        let step = rung > 0 ? steps[rung - 1] : 0
                        for point in 0..<points {
                            let down = other[point] - step
                            best[here + point] = max(fetched[here + point], down - drop)
                            other[point] = max(fetched[here + point], down)
                        }
                    }
                    other.update(repeating: Self.impossible)
                    for rung in (0..<rungs).reversed() {
                        let here = rung * points
                        let target = (rung * Self.rows + row) * points
                        let step = rung + 1 < rungs ? steps[rung] : 0
                        for point in 0..<points {
                            let up = other[point] - step
                            let value = max(best[here + point], up - rise)
                            other[point] = max(fetched[here + point], up)
                            let change = value - values[target + point]
                            low[point] = min(low[point], change)
                            high[point] = max(high[point], change)
                            values[target + point] = value
                        }
                    }
                }
            }
            for point in 0..<points {
                lowestChange = min(lowestChange, low[point])
                highestChange = max(highestChange, high[point])
            }
        }
    }
}
