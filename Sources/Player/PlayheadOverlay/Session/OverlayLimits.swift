/// The permissions and limits of a page.
public struct OverlayLimits: Sendable, Hashable {
    /// The permissions of the page; by default all.
    public var permissions = Set(OverlayPermission.allCases)
    /// The maximum size of a message, in bytes; 64 KiB by default.
    public var maximumBytes = 65_536
    /// The maximum average number of messages per second; 100 by default.
    public var messagesPerSecond = 100.0
    /// The maximum number of messages in a burst; 200 by default.
    public var burst = 200.0
    /// The maximum average number of refused messages per second; 10 by default.
    public var refusalsPerSecond = 10.0
    /// The maximum number of refused messages in a burst, above which the page is unloaded; 200 by default.
    public var refusals = 200.0
    /// The timeout for the page to become ready, in seconds; 15 by default.
    public var readyTimeout = 15.0

    /// Creates the default limits.
    public init() {}
}

/// A budget that is refilled over time (token bucket).
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

    /// Consumes a token.
    /// - Returns: Whether a token was available.
    mutating func consume(at now: Double) -> Bool {
        level = min(capacity, level + max(0, now - time) * perSecond)
        time = max(time, now)
        guard level >= 1 else { return false }
        level -= 1
        return true
    }
}
