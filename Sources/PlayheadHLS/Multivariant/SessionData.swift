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
