/// Sweeps over the grid until the values change only by a constant.
struct ValueIteration {
    let points: Int
    let stepsInSegment: Int
    let steps: [ValueTable.Step]
    /// The index of the first step of each row, and the end.
    let starts: [Int]
    let costOfStep: Float
    /// The number of steps until a transfer is abandoned.
    let rescueSteps: Float
    private(set) var values: [Float]
    /// The value of an additional segment.
    private(set) var growth: Float = 0
    private var after: [Float]
    /// The steps of each row that are optimal for some buffer: only those are evaluated between full sweeps.
    private var useful: [[Int]]

    init(
        points: Int, stepsInSegment: Int, steps: [ValueTable.Step], starts: [Int], costOfStep: Float, rescueSteps: Float
    ) {
        self.points = points
        self.stepsInSegment = stepsInSegment
        self.steps = steps
        self.starts = starts
        self.costOfStep = costOfStep
        self.rescueSteps = rescueSteps
        values = Array(repeating: 0, count: (starts.count - 1) * points)
        after = values
        useful = (0..<starts.count - 1).map { Array(starts[$0]..<starts[$0 + 1]) }
    }

    /// Recomputes all values from the previous ones, with all steps or with those that were useful in the last full sweep; returns the
    /// difference between the maximum and minimum change.
    mutating func sweep(whole: Bool) -> Float {
        let rows = starts.count - 1
        let points = points
        // The value of a state by the buffer that remains when the segment arrives: one segment more, or full.
        for row in 0..<rows {
            for point in 0..<points { after[row * points + point] = values[row * points + min(point + stepsInSegment, points - 1)] }
        }
        var lowest = Float.infinity
        var highest = -Float.infinity
        var new = values
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 4 * points) { space in
            let total = UnsafeMutableBufferPointer(rebasing: space[0..<points])
            let mixed = UnsafeMutableBufferPointer(rebasing: space[points..<2 * points])
            let finish = UnsafeMutableBufferPointer(rebasing: space[2 * points..<3 * points])
            let best = UnsafeMutableBufferPointer(rebasing: space[3 * points..<4 * points])
            for row in 0..<rows {
                best.update(repeating: -.infinity)
                let candidates = whole ? Array(starts[row]..<starts[row + 1]) : useful[row]
                if whole { useful[row].removeAll(keepingCapacity: true) }
                for index in candidates {
                    evaluate(steps[index], into: total, mixed: mixed, finish: finish)
                    var isBetter = false
                    for point in 0..<points {
                        isBetter = isBetter || total[point] > best[point]
                        best[point] = max(best[point], total[point])
                    }
                    if whole, isBetter { useful[row].append(index) }
                }
                for point in 0..<points {
                    let change = best[point] - values[row * points + point]
                    lowest = min(lowest, change)
                    highest = max(highest, change)
                    new[row * points + point] = best[point]
                }
            }
        }
        values = new
        growth = (lowest + highest) / 2
        return highest - lowest
    }

    private func evaluate(
        _ step: ValueTable.Step, into total: UnsafeMutableBufferPointer<Float>, mixed: UnsafeMutableBufferPointer<Float>,
        finish: UnsafeMutableBufferPointer<Float>
    ) {
        for point in 0..<points { total[point] = step.gains[point] }
        for outcome in step.outcomes {
            guard let rescue = outcome.rescue else {
                mix(after, at: outcome.next, weight: outcome.weight, into: mixed)
                shift(mixed, by: outcome.steps, addingTo: total)
                continue
            }
            mix(after, at: outcome.next, weight: 1, into: mixed)
            for point in 0..<points { finish[point] = step.utility - costOfStep * max(outcome.steps - Float(point), 0) }
            shift(mixed, by: outcome.steps, addingTo: finish)
            mix(values, at: rescue, weight: 1, into: mixed)
            let whole = min(Int(saturating: Double(rescueSteps), rounding: .up), points - 1)
            let share = min(max(Float(whole) - rescueSteps, 0), 1)
            for point in 0..<points {
                let left = max(point - whole, 0)
                let value = point < whole ? mixed[0] : mixed[left] + share * (mixed[min(left + 1, points - 1)] - mixed[left])
                let rescued = value + growth - costOfStep * max(rescueSteps - Float(point), 0)
                total[point] += outcome.weight * max(finish[point], rescued)
            }
        }
    }

    private func mix(_ values: [Float], at place: ValueTable.Place, weight: Float, into mixed: UnsafeMutableBufferPointer<Float>) {
        values.withUnsafeBufferPointer { values in
            let upper = weight * (1 - place.below)
            let lower = weight * place.below
            let row = place.row * points
            for point in 0..<points { mixed[point] = upper * values[row + point] + lower * values[row + points + point] }
        }
    }

    /// The remaining buffer is the point less the elapsed steps; the interpolation weights between two points are constant.
    private func shift(_ mixed: UnsafeMutableBufferPointer<Float>, by steps: Float, addingTo total: UnsafeMutableBufferPointer<Float>) {
        let whole = min(Int(saturating: Double(steps), rounding: .up), points)
        let share = min(max(Float(whole) - steps, 0), 1)
        let empty = mixed[0]
        for point in 0..<whole { total[point] += empty }
        guard whole < points else { return }
        for point in whole..<(points - 1) {
            let left = point - whole
            total[point] += mixed[left] + share * (mixed[left + 1] - mixed[left])
        }
        let left = points - 1 - whole
        total[points - 1] += mixed[left] + (left + 1 < points ? share * (mixed[left + 1] - mixed[left]) : 0)
    }
}
