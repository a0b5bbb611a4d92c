/// What a creative may still do because the viewer was active on it.
struct SIMIDInteraction: Sendable, Hashable {
    /// How long it counts, in seconds.
    private static let span = 5.0
    /// When it was, in seconds since 1970; `nil` for never.
    private var time: Double?
    private var mayClick = false
    private var mayOpen = false

    /// None yet.
    init() {}

    /// One at a time.
    init(at time: Double) {
        self.time = time
        (mayClick, mayOpen) = (true, true)
    }

    /// Whether it was just now.
    func isFresh(at now: Double) -> Bool { time.map { now - $0 <= Self.span && now >= $0 } ?? false }

    /// Whether it counts as a click on the ad, which it does once.
    mutating func takeClick(at now: Double) -> Bool {
        defer { mayClick = false }
        return mayClick && isFresh(at: now)
    }

    /// Whether a page may be opened for it, which one may.
    mutating func takeOpening(at now: Double) -> Bool {
        defer { mayOpen = false }
        return mayOpen && isFresh(at: now)
    }
}
