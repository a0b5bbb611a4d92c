/// The actions that a creative may perform because of the viewer's recent activity in it.
struct SIMIDInteraction: Sendable, Hashable {
    /// The time for which an interaction is valid, in seconds.
    private static let span = 5.0
    /// The time of the interaction in seconds since 1970; `nil` for none.
    private var time: Double?
    private var mayClick = false
    private var mayOpen = false
    /// Whether the creative has requested something that pauses the ad.
    private(set) var isPausing = false

    /// Creates a value without an interaction.
    init() {}

    /// Creates a value for an interaction, which permits one click and one page.
    init(at time: Double) {
        self.time = time
        (mayClick, mayOpen) = (true, true)
    }

    /// Returns whether the interaction is still valid.
    func isFresh(at now: Double) -> Bool { time.map { now - $0 <= Self.span && now >= $0 } ?? false }

    /// Records that the creative has requested something that pauses the ad.
    mutating func expectPause() { isPausing = true }

    /// Returns whether a pause of the ad is one that the creative has requested, which it is once.
    mutating func consumePause(at now: Double) -> Bool {
        defer { isPausing = false }
        return isPausing && isFresh(at: now)
    }

    /// Returns whether the interaction counts as a click on the ad, which it does once.
    mutating func consumeClick(at now: Double) -> Bool {
        defer { mayClick = false }
        return mayClick && isFresh(at: now)
    }

    /// Returns whether the interaction permits opening a page, which it does once.
    mutating func consumeOpening(at now: Double) -> Bool {
        defer { mayOpen = false }
        return mayOpen && isFresh(at: now)
    }
}
