/// A variable that a playlist defines (`EXT-X-DEFINE`, RFC 8216bis §4.4.2.3).
public struct VariableDefinition: Sendable, Hashable {
    /// Where the value comes from.
    public enum Source: Sendable, Hashable {
        /// `NAME` and `VALUE`.
        case value
        /// `IMPORT`, from the multivariant playlist.
        case `import`
        /// `QUERYPARAM`, from the playlist's URL.
        case queryParameter
    }

    /// The variable's name.
    public var name: String
    /// Its value; nil when an imported one is unknown because the playlist was parsed alone.
    public var value: String?
    /// Where the value comes from.
    public var source: Source

    /// Makes a definition.
    public init(name: String, value: String?, source: Source) {
        self.name = name
        self.value = value
        self.source = source
    }
}
