import Playhead
import PlayheadCore

/// Checks that a seek in a break of an on-demand stream is performed when the content continues.
struct KeptSeekCheck {
    /// The violations.
    private(set) var breaches: [String] = []
    private var isKept = false

    /// Records a seek in a break of an on-demand stream.
    mutating func keep() { isKept = true }

    /// Checks an event.
    mutating func check(_ event: any PlayerEvent) {
        switch event {
        case is SeekEvent: isKept = false
        case is TimeEvent where event.context.state == .playing && isKept: breaches.append("a seek in a break is not performed")
        case let change as StateChangeEvent where [.opening, .stopping, .idle, .error].contains(change.newState): isKept = false
        default: break
        }
    }
}
