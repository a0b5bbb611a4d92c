/// A variable that a playlist defines (`EXT-X-DEFINE`, RFC 8216bis §4.4.2.3).
public struct VariableDefinition: Sendable, Hashable {
    /// The source of the value.
    public enum Source: Sendable, Hashable {
        /// `NAME` and `VALUE`.
        case value
        /// `IMPORT`, from the multivariant playlist.
        case `import`
        /// `QUERYPARAM`, from the playlist's URL.
        case queryParameter
    }

    /// The name of the variable.
    public var name: String
    /// The value; nil if an imported one is unknown because the playlist was parsed alone.
    public var value: String?
    /// The source of the value.
    public var source: Source

    /// Makes a definition.
    public init(name: String, value: String?, source: Source) {
        self.name = name
        self.value = value
        self.source = source
    }
}
