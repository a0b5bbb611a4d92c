/// An entry of an attribute list (RFC 8216bis §4.2), kept if the model has no field for it.
public struct Attribute: Sendable, Hashable {
    /// The name as written.
    public var name: String
    /// The value without its quotes, with variables substituted.
    public var value: String
    /// Whether the value was in double quotes.
    public var isQuoted: Bool

    /// Makes an attribute.
    public init(name: String, value: String, isQuoted: Bool) {
        self.name = name
        self.value = value
        self.isQuoted = isQuoted
    }
}
