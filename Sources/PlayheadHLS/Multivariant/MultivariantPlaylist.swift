/// The variants and renditions of a presentation (RFC 8216bis §4.4.6).
public struct MultivariantPlaylist: Sendable, Hashable {
    /// The absolute URL that it came from; nil when unknown.
    public var url: String?
    /// The compatibility version (`EXT-X-VERSION`); nil when not written, which means 1.
    public var version: Int?
    /// Whether every segment of every rendition can be decoded on its own.
    public var hasIndependentSegments = false
    /// Where to start playing.
    public var start: StartPoint?
    /// The variables that it defines.
    public var variables: [VariableDefinition] = []
    /// The variants, in order.
    public var variants: [Variant] = []
    /// The variants of I-frames only, for scrubbing.
    public var iFrameVariants: [Variant] = []
    /// The renditions of all groups, in order.
    public var renditions: [Rendition] = []
    /// Data of the session.
    public var sessionData: [SessionData] = []
    /// Keys that may be loaded in advance.
    public var sessionKeys: [EncryptionKey] = []
    /// Where to learn which pathway to use.
    public var contentSteering: ContentSteering?
    /// Tags that the model has no field for.
    public var unknownTags: [UnknownTag] = []
    /// What was tolerated while parsing.
    public var warnings: [PlaylistWarning] = []

    /// Makes an empty playlist.
    public init(url: String? = nil) { self.url = url }

    /// The absolute URL of a URI in this playlist (RFC 3986 §5.2); the URI as it stands when the playlist's own URL is unknown.
    public func url(for uri: String) -> String { URIReference.resolve(uri, against: url) }

    /// The renditions of a type in a group; none when the group is nil or unknown.
    public func renditions(of type: Rendition.MediaType, in groupID: String?) -> [Rendition] {
        guard let groupID else { return [] }
        return renditions.filter { $0.type == type && $0.groupID == groupID }
    }

    /// The variables by name, for `HLSPlaylist.parse` of the media playlists.
    public var variableValues: [String: String] {
        var values: [String: String] = [:]
        for variable in variables { values[variable.name] = variable.value }
        return values
    }
}
