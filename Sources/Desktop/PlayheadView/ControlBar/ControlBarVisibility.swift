/// Decides when a control bar is visible: a pure value that gets the time with each event.
///
/// The bar appears when the viewer moves the pointer, presses a key or touches the screen, and is hidden when playback runs and the viewer
/// has been inactive for a while. It stays visible while it is in use (a menu is open, the pointer or the keyboard focus is on it, the knob
/// is held) and while playback is paused.
package struct ControlBarVisibility: Sendable, Equatable {
    /// The time without activity after which the bar is hidden, in seconds.
    package static let timeout = 3.0

    /// The delay after which the bar is hidden when the pointer leaves the view, in seconds. The bar is not hidden at once, because opening
    /// a menu takes the pointer out of the view, too.
    package static let farewell = 0.5

    /// Whether the bar is visible.
    package private(set) var isVisible = true
    /// Whether the player plays.
    package private(set) var isPlaying = false
    /// Whether the bar is in use.
    package private(set) var isHeld = false
    private var lastMove = 0.0

    /// Creates a visible bar.
    package init(at now: Double) { lastMove = now }

    /// Handles activity of the viewer: pointer, key or touch.
    package mutating func wake(at now: Double) {
        lastMove = now
        isVisible = true
    }

    /// Hides the bar at the viewer's request, also while paused, unless it is in use.
    package mutating func dismiss() { if !isHeld { isVisible = false } }

    /// Handles the pointer leaving the view.
    package mutating func leave(at now: Double) {
        lastMove = min(lastMove, now - Self.timeout + Self.farewell)
    }

    /// Handles the start and end of playback.
    package mutating func setPlaying(_ playing: Bool, at now: Double) {
        guard playing != isPlaying else { return }
        isPlaying = playing
        wake(at: now)
    }

    /// Handles the start and end of use of the bar.
    package mutating func setHeld(_ held: Bool, at now: Double) {
        guard held != isHeld else { return }
        isHeld = held
        wake(at: now)
    }

    /// Hides the bar if its time has come.
    /// - Returns: The time of the next check; `nil` if only another event can change the result.
    package mutating func look(at now: Double) -> Double? {
        guard isVisible, mayGo else { return nil }
        guard now >= lastMove + Self.timeout else { return lastMove + Self.timeout }
        isVisible = false
        return nil
    }

    private var mayGo: Bool { isPlaying && !isHeld }
}
