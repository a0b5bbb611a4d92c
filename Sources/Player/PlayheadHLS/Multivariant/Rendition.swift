/// An alternative version of some content, such as another language or angle (`EXT-X-MEDIA`, RFC 8216bis §4.4.6.1).
package struct Rendition: Sendable, Hashable {
    /// The type of the content.
    package enum MediaType: String, Sendable, Hashable, CaseIterable {
        /// Audio.
        case audio = "AUDIO"
        /// Video.
        case video = "VIDEO"
        /// Text in a separate stream.
        case subtitles = "SUBTITLES"
        /// Captions in the video.
        case closedCaptions = "CLOSED-CAPTIONS"
    }

    /// The type of the content.
    package var type: MediaType
    /// The URI of the media playlist, as written; nil if the media is in the variants themselves.
    package var uri: String?
    /// The group of the rendition.
    package var groupID: String
    /// The name for users.
    package var name: String
    /// The language (RFC 5646).
    package var language: String?
    /// The associated language in another role.
    package var associatedLanguage: String?
    /// The stable identifier in every reload and pathway.
    package var stableID: String?
    /// Whether the rendition plays if the user has not selected one.
    package var isDefault = false
    /// Whether the rendition may be selected automatically.
    package var isAutoselect = false
    /// Whether the subtitles are essential.
    package var isForced = false
    /// The channel of the captions: `CC1` to `CC4`, `SERVICE1` to `SERVICE63`.
    package var instreamID: String?
    /// The number of bits of an audio sample.
    package var bitDepth: Int?
    /// The number of audio samples per second.
    package var sampleRate: Int?
    /// The uniform type identifiers of the characteristics.
    package var characteristics: [String] = []
    /// The number of channels and their content, as written (`6`, `16/JOC`).
    package var channels: String?
    /// The attributes without a field in the model.
    package var otherAttributes: [Attribute] = []

    /// Makes a rendition.
    package init(type: MediaType, groupID: String, name: String) {
        self.type = type
        self.groupID = groupID
        self.name = name
    }

    /// The number of audio channels; nil if absent.
    package var channelCount: Int? {
        guard let count = channels?.split(separator: "/", omittingEmptySubsequences: false).first else { return nil }
        return Int(count)
    }
}
