/// An alternative of some content, as another language or angle (`EXT-X-MEDIA`, RFC 8216bis §4.4.6.1).
public struct Rendition: Sendable, Hashable {
    /// What kind of content it is.
    public enum MediaType: String, Sendable, Hashable, CaseIterable {
        /// Sound.
        case audio = "AUDIO"
        /// Picture.
        case video = "VIDEO"
        /// Text beside the video.
        case subtitles = "SUBTITLES"
        /// Captions inside the video.
        case closedCaptions = "CLOSED-CAPTIONS"
    }

    /// What kind of content it is.
    public var type: MediaType
    /// The media playlist, as written; nil when the media is in the variants themselves.
    public var uri: String?
    /// The group that it belongs to.
    public var groupID: String
    /// Its name for people.
    public var name: String
    /// The language (RFC 5646).
    public var language: String?
    /// A language that goes with it in another role.
    public var associatedLanguage: String?
    /// What names the same rendition in every reload and pathway.
    public var stableID: String?
    /// Whether it plays when the user has not chosen.
    public var isDefault = false
    /// Whether it may be chosen by the system's settings.
    public var isAutoselect = false
    /// Whether its subtitles are essential.
    public var isForced = false
    /// The captions' channel: `CC1` to `CC4`, `SERVICE1` to `SERVICE63`.
    public var instreamID: String?
    /// Bits of an audio sample.
    public var bitDepth: Int?
    /// Audio samples a second.
    public var sampleRate: Int?
    /// Uniform type identifiers of what it is like.
    public var characteristics: [String] = []
    /// The number of channels and what they carry, as written (`6`, `16/JOC`).
    public var channels: String?
    /// Attributes that the model has no field for.
    public var otherAttributes: [Attribute] = []

    /// Makes a rendition.
    public init(type: MediaType, groupID: String, name: String) {
        self.type = type
        self.groupID = groupID
        self.name = name
    }

    /// The number of audio channels; nil when not told.
    public var channelCount: Int? {
        guard let count = channels?.split(separator: "/", omittingEmptySubsequences: false).first else { return nil }
        return Int(count)
    }
}
