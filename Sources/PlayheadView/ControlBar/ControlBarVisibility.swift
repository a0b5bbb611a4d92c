/// When a control bar is there: a pure value, told the time with everything that happens.
///
/// It comes with the pointer, a key or a touch, and goes while it plays and nobody has moved for a while. It stays where somebody uses it (a menu
/// is open, the pointer or the keyboard's focus is on it, the knob is held) and where nothing plays.
public struct ControlBarVisibility: Sendable, Equatable {
    /// Seconds without a movement after which it goes.
    public static let patience = 3.0

    /// Seconds after which it goes when the pointer has left the view: not at once, since a menu that opens takes the pointer, too.
    public static let farewell = 0.5

    /// Whether it is there.
    public private(set) var isVisible = true
    /// Whether the player plays.
    public private(set) var isPlaying = false
    /// Whether somebody uses the bar.
    public private(set) var isHeld = false
    private var lastMove = 0.0

    /// Makes one that is there.
    public init(at now: Double) { lastMove = now }

    /// The viewer moved the pointer or pressed a key.
    public mutating func wake(at now: Double) {
        lastMove = now
        isVisible = true
    }

    /// The viewer wants to see it no longer, also where nothing plays; not where it is used.
    public mutating func dismiss() { if !isHeld { isVisible = false } }

    /// The pointer left the view.
    public mutating func leave(at now: Double) {
        lastMove = min(lastMove, now - Self.patience + Self.farewell)
    }

    /// Playing began or ended.
    public mutating func setPlaying(_ playing: Bool, at now: Double) {
        guard playing != isPlaying else { return }
        isPlaying = playing
        wake(at: now)
    }

    /// Somebody begins or ends to use the bar.
    public mutating func setHeld(_ held: Bool, at now: Double) {
        guard held != isHeld else { return }
        isHeld = held
        wake(at: now)
    }

    /// Lets it go if it is time.
    /// - Returns: When to look again; `nil` where only something new makes a difference.
    public mutating func look(at now: Double) -> Double? {
        guard isVisible, mayGo else { return nil }
        guard now >= lastMove + Self.patience else { return lastMove + Self.patience }
        isVisible = false
        return nil
    }

    private var mayGo: Bool { isPlaying && !isHeld }
}
