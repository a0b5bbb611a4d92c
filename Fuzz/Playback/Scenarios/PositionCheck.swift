import Playhead
import PlayheadCore

/// Checks the playhead in the events of on-demand streams: it only moves forward, except by seeks, and a seek leaves it at its target.
struct PositionCheck {
    /// The violations.
    private(set) var breaches: [String] = []
    /// The last position that was played or reached by a seek; `nil` during a seek and before an item plays.
    private var last: Double?
    /// Whether a seek was requested in a break, which is performed when the content continues.
    private var isSeekKept = false
    /// Whether the stream was live, whose end may be before the playhead if its playlists contradict each other.
    private var wasLive = false

    /// The distance by which the engine corrects its clock, in seconds.
    private static let tolerance = 0.1

    /// Records a seek in a break of an on-demand stream.
    mutating func keepSeek() { isSeekKept = true }

    /// Checks an event of a stream.
    mutating func check(_ event: any PlayerEvent, _ kind: Timeline.Kind) {
        wasLive = wasLive || kind != .onDemand
        switch event {
        case is SeekEvent: (last, isSeekKept) = (nil, false)
        case let event as SeekedEvent: last = wasLive ? nil : event.position
        case let event as TimeEvent where event.context.state == .playing && !wasLive:
            if isSeekKept { breaches.append("a seek in a break is not performed") }
            if let last, event.position < last - Self.tolerance {
                breaches.append("the playhead moves from \(last) back to \(event.position)")
            }
            last = event.position
        case let change as StateChangeEvent:
            guard [.opening, .stopping, .idle, .error].contains(change.newState) else { return }
            (last, isSeekKept, wasLive) = (nil, false, false)
        default: break
        }
    }
}
