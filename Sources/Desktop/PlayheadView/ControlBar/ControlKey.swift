/// The action of a key in a view.
package enum ControlKey: Sendable, Equatable {
    case toggle, mute, fullscreen, leaveFullscreen, previous, next, captions, live
    /// Seeks by a number of seconds.
    case skip(Double)
    /// Seeks to a share of the timeline, from 0 to 1.
    case share(Double)
    case volume(Double)
    case faster, slower
    /// Moves by one picture while paused: 1 forward, -1 back.
    case step(Int)
    /// Seeks to the next or the previous chapter.
    case chapter(Int)
    /// Sets the start of a loop, then its end, then removes the loop.
    case loop
    /// Saves the current picture as a file.
    case screenshot

    /// Whether the key is disabled during ads: seeking, the rate, and other items.
    package var isOffInAds: Bool {
        switch self {
        case .skip, .share, .live, .faster, .slower, .previous, .next, .step, .chapter, .loop: true
        case .toggle, .mute, .fullscreen, .leaveFullscreen, .captions, .volume, .screenshot: false
        }
    }

    /// Maps a key, named as in X11 and GTK (`space`, `f`, `Left`); `nil` if it has no action.
    package init?(name: String) {
        let (short, long, louder) = (5.0, 10.0, 0.1)
        switch name {
        case "space", "k": self = .toggle
        case "m": self = .mute
        case "f", "F11": self = .fullscreen
        case "Escape": self = .leaveFullscreen
        case "Left": self = .skip(-short)
        case "Right": self = .skip(short)
        case "j": self = .skip(-long)
        case "l": self = .skip(long)
        case "Up": self = .volume(louder)
        case "Down": self = .volume(-louder)
        case "Home": self = .share(0)
        case "End": self = .live
        case "c": self = .captions
        case "greater": self = .faster
        case "less": self = .slower
        case "n", "N": self = .next
        case "p", "P": self = .previous
        case "period": self = .step(1)
        case "comma": self = .step(-1)
        case "Page_Up": self = .chapter(-1)
        case "Page_Down": self = .chapter(1)
        case "a": self = .loop
        case "s": self = .screenshot
        default:
            guard let digit = Int(name), (0...9).contains(digit) else { return nil }
            self = .share(Double(digit) / 10)
        }
    }
}
