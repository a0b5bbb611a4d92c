import Foundation

/// The domain of a value table: a ladder, a segment duration, a buffer and a latency. Tables are specific to their domain.
struct PlanningSpace: Sendable, Hashable {
    /// The bit rates in bits per second of real time.
    let bitrates: [Double]
    /// The duration of a segment, in seconds.
    let segment: Double
    /// The number of grid steps in a segment.
    let stepsInSegment: Int
    /// The number of grid points: the buffer at a decision is between 0 and the limit less one segment.
    let points: Int
    /// The approximate time from a request to its first byte, in seconds.
    let latency: Double

    init(_ situation: ClearSituation, latency: Double) {
        bitrates = situation.bitrates
        segment = Self.rounded(situation.segment)
        let room = min((situation.limit - situation.segment) / situation.segment, 60)
        stepsInSegment = room > 12 ? 1 : room > 5 ? 2 : 4
        points = max(Int(saturating: room * Double(stepsInSegment)), 1) + 1
        // Powers of two, so that a small change of the latency needs no new tables.
        self.latency = exp2(log2(latency.clamped(to: 0.015...4)).rounded())
    }

    /// Rounds durations, because segments of a stream differ slightly, so that they share tables.
    private static func rounded(_ seconds: Double) -> Double {
        let step = seconds < 1 ? 0.1 : seconds < 4 ? 0.5 : seconds < 12 ? 1.0 : 4.0
        return max((seconds / step).rounded() * step, step)
    }

    /// The number of segments in the buffer at a decision.
    var segments: Int { (points - 1 + stepsInSegment - 1) / stepsInSegment }

    /// The distance between grid points, in seconds.
    var step: Double { segment / Double(stepsInSegment) }
}
