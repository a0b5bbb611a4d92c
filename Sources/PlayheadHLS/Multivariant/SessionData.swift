/// Data of the session (`EXT-X-SESSION-DATA`, RFC 8216bis §4.4.6.4).
public struct SessionData: Sendable, Hashable {
    /// What it is, as a reverse domain name.
    public var dataID: String
    /// The data itself.
    public var value: String?
    /// Where the data is, as written.
    public var uri: String?
    /// How the data at the URI is written: `JSON` or `RAW`; nil means `JSON`.
    public var format: String?
    /// The language of the value.
    public var language: String?
    /// Attributes that the model has no field for.
    public var otherAttributes: [Attribute] = []

    /// Makes one.
    public init(dataID: String) { self.dataID = dataID }
}
