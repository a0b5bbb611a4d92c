/// A selectable track: an audio rendition or a captions track.
public struct MediaTrack: Sendable, Hashable {
    /// Place in its list; for captions 0 is "off".
    public var index: Int
    /// What a menu shows.
    public var name: String
    /// BCP 47 language tag, or `nil` where the stream does not say.
    public var language: String?
    /// Whether the stream marks it as its default.
    public var isDefault: Bool
    /// Whether it only says what has to be read even without captions (FORCED of HLS).
    public var isForced: Bool

    /// Makes a track.
    public init(index: Int, name: String, language: String? = nil, isDefault: Bool = false, isForced: Bool = false) {
        self.index = index
        self.name = name
        self.language = language
        self.isDefault = isDefault
        self.isForced = isForced
    }

    /// The first entry of every captions list.
    public static let captionsOff = MediaTrack(index: 0, name: "Off")
}
