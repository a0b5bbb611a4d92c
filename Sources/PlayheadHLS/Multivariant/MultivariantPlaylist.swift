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

/// The steering server of the pathways (`EXT-X-CONTENT-STEERING`, RFC 8216bis §4.4.6.6).
public struct ContentSteering: Sendable, Hashable {
    /// The URI of the steering manifest, as written.
    public var serverURI: String
    /// The pathway to start with.
    public var pathwayID: String?
    /// The attributes without a field in the model.
    public var otherAttributes: [Attribute]

    /// Makes an instance.
    public init(serverURI: String, pathwayID: String? = nil, otherAttributes: [Attribute] = []) {
        self.serverURI = serverURI
        self.pathwayID = pathwayID
        self.otherAttributes = otherAttributes
    }
}

/// An entry of session data (`EXT-X-SESSION-DATA`, RFC 8216bis §4.4.6.4).
public struct SessionData: Sendable, Hashable {
    /// The identifier of the entry, as a reverse domain name.
    public var dataID: String
    /// The data itself.
    public var value: String?
    /// The URI of the data, as written.
    public var uri: String?
    /// The format of the data at the URI: `JSON` or `RAW`; nil means `JSON`.
    public var format: String?
    /// The language of the value.
    public var language: String?
    /// The attributes without a field in the model.
    public var otherAttributes: [Attribute] = []

    /// Makes an instance.
    public init(dataID: String) { self.dataID = dataID }
}
