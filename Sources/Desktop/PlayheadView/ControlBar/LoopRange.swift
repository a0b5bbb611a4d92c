/// A loop between two positions that the viewer sets: first its start, then its end.
package struct LoopRange: Sendable, Hashable {
    /// The minimum duration of a loop, in seconds.
    package static let minimum = 0.5

    /// The start in seconds; `nil` without a loop.
    package private(set) var start: Double?
    /// The end in seconds; `nil` while only the start is set.
    package private(set) var end: Double?

    /// Creates a value without a loop.
    package init() {}

    /// The loop; `nil` until both positions are set.
    package var range: ClosedRange<Double>? { start.flatMap { start in end.map { start...$0 } } }

    /// Sets the start, the end or nothing, in this order. An end before the start becomes the new start.
    package mutating func toggle(at position: Double) {
        guard position.isFinite else { return }
        guard let start else {
            start = position
            return
        }
        if end != nil {
            self = LoopRange()
        } else if position < start + Self.minimum {
            self.start = position
        } else {
            end = position
        }
    }

    /// Returns the position to seek to at a playhead; `nil` to continue.
    package func target(at position: Double) -> Double? { range.flatMap { position >= $0.upperBound ? $0.lowerBound : nil } }

    /// The feedback for the viewer.
    package var text: String {
        guard let start else { return "Loop off" }
        return end.map { "Loop \(BarText.clock(start)) – \(BarText.clock($0))" } ?? "Loop from \(BarText.clock(start))"
    }
}
