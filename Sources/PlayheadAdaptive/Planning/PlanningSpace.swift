import Foundation

/// What values are computed for: a ladder, segments of a duration, a buffer and a latency. Tables of another space say nothing.
struct PlanningSpace: Sendable, Hashable {
    /// Bits a second of real time.
    let bitrates: [Double]
    /// Seconds that a segment plays.
    let segment: Double
    /// Steps of the grid in a segment.
    let stepsInSegment: Int
    /// Points of the grid: a decision is made with a buffer between nothing and the limit less one segment.
    let points: Int
    /// Seconds from a request to its first byte, roughly.
    let latency: Double

    init(_ situation: ClearSituation, latency: Double) {
        bitrates = situation.bitrates
        segment = Self.rounded(situation.segment)
        let room = min((situation.limit - situation.segment) / situation.segment, 60)
        stepsInSegment = room > 24 ? 1 : room > 12 ? 2 : 4
        points = max(Int(saturating: room * Double(stepsInSegment)), 1) + 1
        // Powers of two: a latency that moves a little needs no new tables.
        self.latency = exp2(log2(latency.clamped(to: 0.015...4)).rounded())
    }

    /// Segments of a stream differ a little in duration; those that do share their tables.
    private static func rounded(_ seconds: Double) -> Double {
        let step = seconds < 1 ? 0.1 : seconds < 4 ? 0.5 : seconds < 12 ? 1.0 : 4.0
        return max((seconds / step).rounded() * step, step)
    }

    /// Seconds between points.
    var step: Double { segment / Double(stepsInSegment) }
}
