import Foundation

/// The expected future score for a buffer, a deviation of the network from its level, and the rung of the previous segment.
///
/// Value iteration: the value of a state is the best rung's utility, less the cost of the switch to it and of its stalls averaged over the
/// noise, plus the value of the following state. Only differences between states are meaningful.
struct ValueTable: Sendable {
    /// The number of grid points for deviations.
    static let deviations = 10
    static let lowestDeviation = -2.2
    static let deviationStep = 0.4
    /// The number of segments before the end with separate values, because a buffer loses value there.
    static let endings = 8
    /// Returns the number of segments that the plan looks ahead: a plan that ends before a full buffer is used up has no reason to keep it.
    static func horizon(of space: PlanningSpace) -> Int { min(max(space.segments * 7 / 2, 12), 60) }

    let step: Double
    let points: Int
    /// The number of points with padding.
    private let width: Int
    /// The values by rung, deviation and buffer of a movie without end, and below with 1, 2, … remaining segments.
    private let endless: [Float]
    private let ending: [[Float]]
    /// The value of an additional segment.
    let growth: Double

    /// Returns the value with `buffer` seconds and a deviation after a rung, `remaining` segments before the end, if known.
    func value(after rung: Int, buffer: Double, deviation: Double, remaining: Int?) -> Double {
        guard let remaining else { return value(endless, rung, buffer, deviation) }
        if remaining <= 0 { return 0 }
        return value(remaining <= ending.count ? ending[remaining - 1] : endless, rung, buffer, deviation)
    }

    private func value(_ values: [Float], _ rung: Int, _ buffer: Double, _ deviation: Double) -> Double {
        let across = (buffer / step).clamped(to: 0...Double(points - 1))
        let down = ((deviation - Self.lowestDeviation) / Self.deviationStep).clamped(to: 0...Double(Self.deviations - 1))
        let column = min(Int(saturating: across, rounding: .towardZero), points - 2)
        let row = min(Int(saturating: down, rounding: .towardZero), Self.deviations - 2)
        let right = Float(across - Double(column))
        let below = Float(down - Double(row))
        let index = (rung * Self.deviations + row) * width + column
        let upper = values[index] + right * (values[index + 1] - values[index])
        let lower = values[index + width] + right * (values[index + width + 1] - values[index + width])
        return Double(upper + below * (lower - upper))
    }

    /// Computes the values for a level (the logarithm of bits per second), a spread, and the behaviour of the deviation.
    init(space: PlanningSpace, level: Double, spread: Double, kind: DeviationTracker.Kind, settings: AdaptiveSettings) {
        points = space.points
        width = ValueIteration.padded(space.points)
        step = space.step
        var iteration = ValueIteration(space: space, level: level, spread: spread, kind: kind, settings: settings)
        var ending: [[Float]] = []
        for count in 1...Self.horizon(of: space) {
            iteration.sweep()
            if count <= Self.endings { ending.append(iteration.values) }
        }
        self.ending = ending
        endless = iteration.values
        growth = Double(iteration.growth)
    }
}
