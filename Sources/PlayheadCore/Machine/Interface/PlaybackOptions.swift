/// How the machine behaves; fixed for a player's life.
public struct PlaybackOptions: Sendable, Hashable, Codable {
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
    /// Whether every live stream is DVR, whatever its window.
    public var isDvr: Bool
    /// A live stream with a window of at least so many seconds is DVR; 0 makes every one.
    public var minDvrWindow: Double
    /// Where a live stream goes on after a pause.
    public var liveResume: LiveResume
    /// Which captions are shown without anybody choosing.
    public var captions: CaptionPreferences
    /// The languages in which sound is wanted, best first, as BCP 47 tags.
    public var audioLanguages: [String] = []
    /// Whether the next item takes the place of one that fails, as long as there is one.
    public var skipsFailedItems = false

    /// Makes options; the defaults are those of the contract.
    public init(
        autoplay: Bool = false, repeats: Bool = false, openingTimeout: Double = 60, bufferingTimeout: Double = 30,
        progressTimeout: Double = 10, isDvr: Bool = false, minDvrWindow: Double = 120, liveResume: LiveResume = LiveResume(),
        captions: CaptionPreferences = CaptionPreferences()
    ) {
        self.autoplay = autoplay
        self.repeats = repeats
        self.openingTimeout = openingTimeout
        self.bufferingTimeout = bufferingTimeout
        self.progressTimeout = progressTimeout
        self.isDvr = isDvr
        self.minDvrWindow = minDvrWindow
        self.liveResume = liveResume
        self.captions = captions
    }
}
