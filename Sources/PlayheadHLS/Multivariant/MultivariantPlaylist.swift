/// The variants and renditions of a presentation (RFC 8216bis §4.4.6).
public struct MultivariantPlaylist: Sendable, Hashable {
    /// The maximum number of variants, of renditions, and of other tags of one kind; the others are ignored with a warning.
    package static let maximumTags = 2000

    /// The absolute URL of the playlist; nil if unknown.
    public var url: String?
    /// The compatibility version (`EXT-X-VERSION`); nil if absent, which means 1.
    public var version: Int?
    /// Whether every segment of every rendition can be decoded on its own.
    public var hasIndependentSegments = false
    /// The start point.
    public var start: StartPoint?
    /// The defined variables.
    public var variables: [VariableDefinition] = []
    /// The variants, in order.
    public var variants: [Variant] = []
    /// The I-frame variants, for scrubbing.
    public var iFrameVariants: [Variant] = []
    /// The renditions of all groups, in order.
    public var renditions: [Rendition] = []
    /// The session data.
    public var sessionData: [SessionData] = []
    /// The keys that may be loaded in advance.
    public var sessionKeys: [EncryptionKey] = []
    /// The content steering.
    public var contentSteering: ContentSteering?
    /// The tags without a field in the model.
    public var unknownTags: [UnknownTag] = []
    /// The departures that were tolerated while parsing.
    public var warnings: [PlaylistWarning] = []

    /// Makes an empty playlist.
    public init(url: String? = nil) { self.url = url }

    /// Returns the absolute URL of a URI in this playlist (RFC 3986 §5.2); the URI unchanged if the playlist's URL is unknown.
    public func url(for uri: String) -> String { URIReference.resolve(uri, against: url) }

    /// Returns the renditions of a type in a group; empty if the group is nil or unknown.
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
