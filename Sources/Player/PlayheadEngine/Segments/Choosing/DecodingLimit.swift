/// The limit of a ladder to what the machine can decode in time. It ends after a while, because other programs may have kept the machine
/// busy, and lasts longer each time.
struct DecodingLimit: Sendable {
    /// The duration of the first limit, in seconds; each further one lasts twice as long as the previous.
    static let duration = 120.0
    /// The maximum duration, in seconds.
    static let maximumDuration = 3840.0

    private var rung = 0
    private var until = -Double.infinity
    private var nextDuration = duration

    /// Limits the choice to `rung` and those below from `now` (seconds) on.
    mutating func limit(to rung: Int, at now: Double) {
        self.rung = now < until ? min(rung, self.rung) : rung
        until = now + nextDuration
        nextDuration = min(2 * nextDuration, Self.maximumDuration)
    }

    /// The highest rung at `now` (seconds); `nil` without a limit.
    func highest(at now: Double) -> Int? { now < until ? rung : nil }
}
