/// The variants and renditions of a presentation (RFC 8216bis §4.4.6).
package struct MultivariantPlaylist: Sendable, Hashable {
    /// The maximum number of variants, of renditions, and of other tags of one kind; the others are ignored with a warning.
    package static let maximumTags = 2000

    /// The absolute URL of the playlist; nil if unknown.
    package var url: String?
    /// The compatibility version (`EXT-X-VERSION`); nil if absent, which means 1.
    package var version: Int?
    /// Whether every segment of every rendition can be decoded on its own.
    package var hasIndependentSegments = false
    /// The start point.
    package var start: StartPoint?
    /// The defined variables.
    package var variables: [VariableDefinition] = []
    /// The variants, in order.
    package var variants: [Variant] = []
    /// The I-frame variants, for scrubbing.
    package var iFrameVariants: [Variant] = []
    /// The renditions of all groups, in order.
    package var renditions: [Rendition] = []
    /// The session data.
    package var sessionData: [SessionData] = []
    /// The keys that may be loaded in advance.
    package var sessionKeys: [EncryptionKey] = []
    /// The content steering.
    package var contentSteering: ContentSteering?
    /// The tags without a field in the model.
    package var unknownTags: [UnknownTag] = []
    /// The departures that were tolerated while parsing.
    package var warnings: [PlaylistWarning] = []

    /// Makes an empty playlist.
    package init(url: String? = nil) { self.url = url }

    /// Returns the absolute URL of a URI in this playlist (RFC 3986 §5.2); the URI unchanged if the playlist's URL is unknown.
    package func url(for uri: String) -> String { URIReference.resolve(uri, against: url) }

    /// Returns the renditions of a type in a group; empty if the group is nil or unknown.
    package func renditions(of type: Rendition.MediaType, in groupID: String?) -> [Rendition] {
        guard let groupID else { return [] }
        return renditions.filter { $0.type == type && $0.groupID == groupID }
    }

    /// The variables by name, for `HLSPlaylist.parse` of the media playlists.
    package var variableValues: [String: String] {
        var values: [String: String] = [:]
        for variable in variables { values[variable.name] = variable.value }
        return values
    }
}

/// The steering server of the pathways (`EXT-X-CONTENT-STEERING`, RFC 8216bis §4.4.6.6).
package struct ContentSteering: Sendable, Hashable {
    /// The URI of the steering manifest, as written.
    package var serverURI: String
    /// The pathway to start with.
    package var pathwayID: String?
    /// The attributes without a field in the model.
    package var otherAttributes: [Attribute]

    /// Makes an instance.
    package init(serverURI: String, pathwayID: String? = nil, otherAttributes: [Attribute] = []) {
        self.serverURI = serverURI
        self.pathwayID = pathwayID
        self.otherAttributes = otherAttributes
    }
}

/// An entry of session data (`EXT-X-SESSION-DATA`, RFC 8216bis §4.4.6.4).
package struct SessionData: Sendable, Hashable {
    /// The identifier of the entry, as a reverse domain name.
    package var dataID: String
    /// The data itself.
    package var value: String?
    /// The URI of the data, as written.
    package var uri: String?
    /// The format of the data at the URI: `JSON` or `RAW`; nil means `JSON`.
    package var format: String?
    /// The language of the value.
    package var language: String?
    /// The attributes without a field in the model.
    package var otherAttributes: [Attribute] = []

    /// Makes an instance.
    package init(dataID: String) { self.dataID = dataID }
}
