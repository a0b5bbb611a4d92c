/// Sweeps over the grid, each of which adds a segment to the horizon.
///
/// All arrays are processed in vectors along the buffer, whose points are padded to a whole number of vectors.
struct ValueIteration {
    typealias Vector = SIMD8<Float>

    private let points: Int
    /// The number of points with padding.
    private let width: Int
    private let stepsInSegment: Int
    private let rungs: Int
    private let table: TransitionTable
    private let settings: AdaptiveSettings
    /// The values by previous rung, deviation and buffer.
    private(set) var values: [Float]
    /// The value of an additional segment.
    private(set) var growth: Float = 0
    /// The values after a segment has arrived, by rung, deviation and remaining buffer: one segment more, or full. Rows start with `width`
    /// values of an empty buffer, so that shifts need no limits.
    private var after: [Float]
    /// The values after an abandonment, by rung, deviation and buffer.
    private var rescued: [Float]
    /// The values of the fetches of a deviation, by rung and vector of the buffer.
    private var fetched: [Vector]

    /// The value of a fetch that is not possible.
    private static let impossible: Float = -1e6
    private static let rows = ValueTable.deviations

    /// Returns a number of points rounded up to whole vectors.
    static func padded(_ points: Int) -> Int { (points + Vector.scalarCount - 1) / Vector.scalarCount * Vector.scalarCount }

    /// Returns the length of a row of values after an arrival.
    static func arrivalStride(_ width: Int) -> Int { 2 * width + Vector.scalarCount }

    /// Returns the larger value of each lane: the standard function compares the lanes one by one.
    @inline(__always)
    static func larger(_ first: Vector, _ second: Vector) -> Vector { first.replacing(with: second, where: first .< second) }

    @inline(__always)
    private static func smaller(_ first: Vector, _ second: Vector) -> Vector { first.replacing(with: second, where: second .< first) }

    init(space: PlanningSpace, level: Double, spread: Double, kind: DeviationTracker.Kind, settings: AdaptiveSettings) {
        points = space.points
        width = Self.padded(space.points)
        stepsInSegment = space.stepsInSegment
        rungs = space.bitrates.count
        self.settings = settings
        table = TransitionTable(space: space, level: level, spread: spread, kind: kind, settings: settings)
        values = Array(repeating: 0, count: rungs * Self.rows * width)
        rescued = values
        after = Array(repeating: 0, count: rungs * Self.rows * Self.arrivalStride(width))
        fetched = Array(repeating: Vector(), count: rungs * width / Vector.scalarCount)
    }

    /// Recomputes all values from the previous ones.
    mutating func sweep() {
        prepareArrivals()
        prepareRescues()
        var lowest = Vector(repeating: .infinity)
        var highest = -lowest
        for row in 0..<Self.rows {
            evaluate(row)
            choose(row, lowestChange: &lowest, highestChange: &highest)
        }
        growth = (lowest.min() + highest.max()) / 2
    }

    private mutating func prepareArrivals() {
        let (points, width) = (points, width)
        let stride = Self.arrivalStride(width)
        let arriving = min(stepsInSegment, points - 1)
        let rows = rungs * Self.rows
        values.withUnsafeBufferPointer { values in
            after.withUnsafeMutableBufferPointer { after in
                for row in 0..<rows {
                    let source = row * width
                    let target = row * stride
                    let empty = values[source + arriving]
                    let full = values[source + points - 1]
                    for index in 0..<width { after[target + index] = empty }
                    for index in 0..<points - arriving { after[target + width + index] = values[source + arriving + index] }
                    for index in width + points - arriving..<stride { after[target + index] = full }
                }
            }
        }
    }

    private mutating func prepareRescues() {
        let width = width
        let steps = table.rescueSteps
        let whole = min(Int(saturating: Double(steps), rounding: .up), points - 1)
        let share = min(max(Float(whole) - steps, 0), 1)
        let costOfStep = table.costOfStep
        let growth = growth
        let rows = rungs * Self.rows
        values.withUnsafeBufferPointer { values in
            rescued.withUnsafeMutableBufferPointer { rescued in
                for row in 0..<rows {
                    let start = row * width
                    for point in 0..<whole { rescued[start + point] = values[start] + growth - costOfStep * max(steps - Float(point), 0) }
                    for point in whole..<width {
                        let left = start + point - whole
                        let right = min(left + 1, start + width - 1)
                        rescued[start + point] = values[left] + share * (values[right] - values[left]) + growth
                    }
                }
            }
        }
    }

    /// Computes the values of all fetches at a deviation.
    private mutating func evaluate(_ row: Int) {
        let vectors = width / Vector.scalarCount
        let table = table
        let fetches = table.fetches[row]
        fetched.withUnsafeMutableBufferPointer { fetched in
            fetched.update(repeating: Vector(repeating: Self.impossible))
            table.outcomes.withUnsafeBufferPointer { outcomes in
                after.withUnsafeBytes { after in
                    rescued.withUnsafeBytes { rescued in
                        for fetch in fetches {
                            let outcomes = UnsafeBufferPointer(rebasing: outcomes[fetch.outcomes])
                            for vector in 0..<vectors {
                                fetched[fetch.rung * vectors + vector] =
                                    table.gains[fetch.gains + vector]
                                    + Self.value(
                                        of: outcomes, vector: vector, utility: table.utility(of: fetch.rung), table: table, after: after,
                                        rescued: rescued)
                            }
                        }
                    }
                }
            }
        }
    }

    /// Returns the values of the outcomes of a fetch for a vector of buffers, without the immediate values.
    private static func value(
        of outcomes: UnsafeBufferPointer<TransitionTable.Outcome>, vector: Int, utility: Float, table: borrowing TransitionTable,
        after: UnsafeRawBufferPointer, rescued: UnsafeRawBufferPointer
    ) -> Vector {
        func load(_ values: UnsafeRawBufferPointer, _ index: Int) -> Vector {
            values.loadUnaligned(fromByteOffset: index * MemoryLayout<Float>.stride, as: Vector.self)
        }
        let start = vector * Vector.scalarCount
        let (stride, width, costOfStep) = (table.arrivalStride, table.width, table.costOfStep)
        let points = TransitionTable.firstPoints + Float(start)
        var total = Vector()
        for outcome in outcomes {
            let upper = outcome.arrival + start
            let lower = upper + stride
            let weights = outcome.weights
            var future = weights[0] * load(after, upper)
            future += weights[1] * load(after, upper + 1)
            future += weights[2] * load(after, lower)
            future += weights[3] * load(after, lower + 1)
            guard let rescue = outcome.rescue else {
                total += future
                continue
            }
            let finish = future - outcome.weight * costOfStep * Self.larger(outcome.steps - points, Vector())
            let above = load(rescued, outcome.rescued + start)
            let again = above + rescue.below * (load(rescued, outcome.rescued + width + start) - above)
            total += Self.larger(finish + outcome.weight * utility, outcome.weight * again)
        }
        return total
    }

    /// Computes the values of the states of a deviation from those of its fetches, with one pass over the rungs upwards and one downwards:
    /// the cost of a switch is proportional to the difference of utilities, plus a fee.
    private mutating func choose(_ row: Int, lowestChange: inout Vector, highestChange: inout Vector) {
        let vectors = width / Vector.scalarCount
        let (rungs, width) = (rungs, width)
        let steps = table.switchSteps
        let rise = Float(settings.riseFee)
        let drop = Float(settings.dropFee)
        withUnsafeTemporaryAllocation(of: Vector.self, capacity: rungs) { best in
            fetched.withUnsafeBufferPointer { fetched in
                values.withUnsafeMutableBytes { values in
                    for vector in 0..<vectors {
                        // The value of the best rung below, and then above, less the cost of the switch to it without the fee.
                        var other = Vector(repeating: Self.impossible)
                        for rung in 0..<rungs {
                            let here = fetched[rung * vectors + vector]
                            let down = other - steps[rung]
                            best[rung] = Self.larger(here, down - drop)
                            other = Self.larger(here, down)
                        }
                        other = Vector(repeating: Self.impossible)
                        for rung in (0..<rungs).reversed() {
                            let up = other - steps[rung + 1]
                            let value = Self.larger(best[rung], up - rise)
                            other = Self.larger(fetched[rung * vectors + vector], up)
                            let index = (rung * Self.rows + row) * width + vector * Vector.scalarCount
                            let offset = index * MemoryLayout<Float>.stride
                            let change = value - values.loadUnaligned(fromByteOffset: offset, as: Vector.self)
                            lowestChange = Self.smaller(lowestChange, change)
                            highestChange = Self.larger(highestChange, change)
                            values.storeBytes(of: value, toByteOffset: offset, as: Vector.self)
                        }
                    }
                }
            }
        }
    }
}
