/// The switch to the sound of another rendition: when it is attempted, and for how long pictures continue without sound meanwhile.
struct SoundTakeover: Sendable, Hashable {
    /// An attempt to switch to the other sound.
    struct Attempt: Sendable, Hashable {
        /// The time from which the other sound is heard, in seconds.
        var time: Double
        /// Whether any amount of the other sound is enough.
        var isUrgent: Bool
        /// Whether the other sound follows the decoded old sound without a restart.
        var joins: Bool
    }

    /// The generation for which pictures continue without sound.
    private var awaited: Int?
    /// The monotonic time up to which pictures continue without sound, in seconds.
    private var deadline = -Double.infinity

    /// Records that sound has run out at `now` (seconds) while the sound of `generation` is loaded.
    mutating func await(_ generation: Int?, at now: Double) {
        guard let generation, generation != awaited else { return }
        awaited = generation
        deadline = now + PlayoutLimits.takeoverTimeout
    }

    /// Whether pictures continue at `now` (seconds) if sound has run out while the sound of `generation` is loaded.
    func allows(_ generation: Int?, at now: Double) -> Bool { generation != nil && generation != awaited || isAwaited(at: now) }

    /// Whether pictures continue without sound at `now` (seconds).
    func isAwaited(at now: Double) -> Bool { now < deadline }
}
