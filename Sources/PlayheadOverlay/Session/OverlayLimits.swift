/// What a page may do, and how much of it.
public struct OverlayLimits: Sendable, Hashable {
    /// What a page may steer; all of it, by default.
    public var permissions = Set(OverlayPermission.allCases)
    /// The size of a message, in bytes; 64 KiB by default.
    public var maximumBytes = 65_536
    /// Messages a second, over longer times; 100 by default.
    public var messagesPerSecond = 100.0
    /// Messages at once; 200 by default.
    public var burst = 200.0
    /// Refused messages a second, over longer times, that are put up with; 10 by default.
    public var refusalsPerSecond = 10.0
    /// Refused messages at once that are put up with; at one more the page is unloaded. 200 by default.
    public var refusals = 200.0
    /// Seconds within which a page has to say that it is ready; 15 by default.
    public var readyTimeout = 15.0

    /// Makes the defaults.
    public init() {}
}

/// An amount that runs out at once and comes back with time.
struct Allowance: Sendable, Hashable {
    private let capacity: Double
    private let perSecond: Double
    private var level: Double
    private var time: Double

    init(capacity: Double, perSecond: Double, at time: Double) {
        self.capacity = capacity
        self.perSecond = perSecond
        level = capacity
        self.time = time
    }

    /// Takes one away.
    /// - Returns: Whether there was one.
    mutating func take(at now: Double) -> Bool {
        level = min(capacity, level + max(0, now - time) * perSecond)
        time = max(time, now)
        guard level >= 1 else { return false }
        level -= 1
        return true
    }
}
