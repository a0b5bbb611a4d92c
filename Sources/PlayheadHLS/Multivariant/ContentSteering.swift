/// Where to learn which pathway to use (`EXT-X-CONTENT-STEERING`, RFC 8216bis §4.4.6.6).
public struct ContentSteering: Sendable, Hashable {
    /// The steering manifest, as written.
    public var serverURI: String
    /// The pathway to start with.
    public var pathwayID: String?
    /// Attributes that the model has no field for.
    public var otherAttributes: [Attribute]

    /// Makes one.
    public init(serverURI: String, pathwayID: String? = nil, otherAttributes: [Attribute] = []) {
        self.serverURI = serverURI
        self.pathwayID = pathwayID
        self.otherAttributes = otherAttributes
    }
}
