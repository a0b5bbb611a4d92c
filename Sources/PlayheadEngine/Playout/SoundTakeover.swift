/// The change to the sound of another rendition: when it is attempted, and for how long pictures continue without sound meanwhile.
struct SoundTakeover: Sendable, Hashable {
    /// An attempt to take the other sound.
    struct Attempt: Sendable, Hashable {
        /// The time from which the other sound is heard, in seconds.
        var time: Double
        /// Whether any amount of it is enough.
        var isUrgent: Bool
        /// Whether it follows what was decoded of the sound before; otherwise the sound restarts.
        var joins: Bool
    }

    /// The generation that pictures continue for without sound.
    private var awaited: Int?
    /// The monotonic time up to which they do, in seconds.
    private var deadline = -Double.infinity

    /// Notes at `now` (seconds) that sound has run out while the sound of `generation` is loaded.
    mutating func await(_ generation: Int?, at now: Double) {
        guard let generation, generation != awaited else { return }
        awaited = generation
        deadline = now + PlayoutLimits.takeoverTimeout
    }

    /// Whether pictures continue at `now` (seconds) where sound has run out while the sound of `generation` is loaded.
    func allows(_ generation: Int?, at now: Double) -> Bool { generation != nil && generation != awaited || isAwaited(at: now) }

    /// Whether pictures continue without sound at `now` (seconds).
    func isAwaited(at now: Double) -> Bool { now < deadline }
}
