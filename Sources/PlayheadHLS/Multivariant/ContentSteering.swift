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
