/// The options of the machine; constant for the lifetime of a player.
package struct PlaybackOptions: Sendable, Hashable, Codable {
    /// Whether an item plays as soon as it is ready.
    package var autoplay: Bool
    /// Whether the list starts again after its last item.
    package var repeats: Bool
    /// The watchdog for opening, in seconds.
    package var openingTimeout: Double
    /// The watchdog for buffering without new data, in seconds.
    package var bufferingTimeout: Double
    /// The watchdog for playback without progress, in seconds.
    package var progressTimeout: Double
    /// Whether every live stream is DVR, whatever its window.
    package var isDVR: Bool
    /// The minimum window of a DVR stream, in seconds; with 0 every live stream is DVR.
    package var minDvrWindow: Double
    /// The point at which a live stream continues after a pause.
    package var liveResume: LiveResume
    /// The captions to show if the viewer selected none.
    package var captions: CaptionPreferences
    /// The preferred languages of the sound, best first, as BCP 47 tags.
    package var audioLanguages: [String] = []
    /// Whether a failed item is replaced by the next one, if there is one.
    package var skipsFailedItems = false

    /// Makes options; the defaults are those of the documented behaviour.
    package init(
        autoplay: Bool = false, repeats: Bool = false, openingTimeout: Double = 60, bufferingTimeout: Double = 30,
        progressTimeout: Double = 10, isDVR: Bool = false, minDvrWindow: Double = 120, liveResume: LiveResume = LiveResume(),
        captions: CaptionPreferences = CaptionPreferences()
    ) {
        self.autoplay = autoplay
        self.repeats = repeats
        self.openingTimeout = openingTimeout
        self.bufferingTimeout = bufferingTimeout
        self.progressTimeout = progressTimeout
        self.isDVR = isDVR
        self.minDvrWindow = minDvrWindow
        self.liveResume = liveResume
        self.captions = captions
    }

    /// The keys of traces.
    private enum CodingKeys: String, CodingKey {
        case autoplay, repeats, openingTimeout, bufferingTimeout, progressTimeout
        case isDVR = "isDvr"
        case minDvrWindow, liveResume, captions, audioLanguages, skipsFailedItems
    }
}
