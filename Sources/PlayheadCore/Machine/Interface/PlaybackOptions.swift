/// How the machine behaves; fixed for a player's life.
public struct PlaybackOptions: Sendable, Hashable {
    /// Whether an item plays as soon as it is ready.
    public var autoplay: Bool
    /// Whether the list starts again after its last item.
    public var repeats: Bool
    /// Watchdog for opening, in seconds.
    public var openingTimeout: Double
    /// Watchdog for buffering with nothing arriving, in seconds.
    public var bufferingTimeout: Double
    /// Watchdog for playing without progress, in seconds.
    public var progressTimeout: Double

    /// Makes options; the watchdogs' defaults are those of the state machine's contract.
    public init(
        autoplay: Bool = false, repeats: Bool = false, openingTimeout: Double = 60, bufferingTimeout: Double = 30,
        progressTimeout: Double = 10
    ) {
        self.autoplay = autoplay
        self.repeats = repeats
        self.openingTimeout = openingTimeout
        self.bufferingTimeout = bufferingTimeout
        self.progressTimeout = progressTimeout
    }
}
