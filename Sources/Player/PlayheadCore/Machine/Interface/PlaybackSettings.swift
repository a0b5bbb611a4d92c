/// The settings of the engines of all items. A change emits no event.
package struct PlaybackSettings: Sendable, Hashable, Codable {
    /// Whether pictures are decoded and shown.
    package var isVideoEnabled = true
    /// The limits of the automatic selection of levels.
    package var qualityLimits: QualityLimits
    /// The maximum bit rate that servers suggest, in bits per second; `nil` without a suggestion that is followed.
    package var serverBitrateLimit: Int?
    /// The maximum duration of media that all playbacks together play, in seconds; `nil` for no limit.
    package var playLimit: Double?
    /// The time by which captions are shown later, in seconds; negative shows them earlier.
    package var captionsDelay = 0.0
    /// The time by which sound is heard later than pictures, in seconds; negative plays it earlier.
    package var audioDelay = 0.0

    /// Creates settings without delays.
    package init(qualityLimits: QualityLimits = QualityLimits()) { self.qualityLimits = qualityLimits }
}
