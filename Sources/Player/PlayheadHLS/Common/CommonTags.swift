/// The point at which playback is to start (`EXT-X-START`, RFC 8216bis §4.4.2.2).
package struct StartPoint: Sendable, Hashable {
    /// The offset in seconds from the beginning of the playlist or, if negative, from its end.
    package var timeOffset: Double
    /// Whether samples of the first segment before the offset are to be skipped.
    package var isPrecise: Bool

    /// Makes a start point.
    package init(timeOffset: Double, isPrecise: Bool = false) {
        self.timeOffset = timeOffset
        self.isPrecise = isPrecise
    }
}

/// A variable that a playlist defines (`EXT-X-DEFINE`, RFC 8216bis §4.4.2.3).
package struct VariableDefinition: Sendable, Hashable {
    /// The source of the value.
    package enum Source: Sendable, Hashable {
        /// `NAME` and `VALUE`.
        case value
        /// `IMPORT`, from the multivariant playlist.
        case `import`
        /// `QUERYPARAM`, from the playlist's URL.
        case queryParameter
    }

    /// The name of the variable.
    package var name: String
    /// The value; nil if an imported one is unknown because the playlist was parsed alone.
    package var value: String?
    /// The source of the value.
    package var source: Source

    /// Makes a definition.
    package init(name: String, value: String?, source: Source) {
        self.name = name
        self.value = value
        self.source = source
    }
}

/// A tag without a field in the model, kept unchanged (RFC 8216bis §6.3.1 has clients ignore it).
package struct UnknownTag: Sendable, Hashable {
    /// The name without `#`, such as `EXT-X-ASSET`.
    package var name: String
    /// The text after the colon; nil without a colon.
    package var value: String?
    /// In a media playlist, the sequence number of the segment that follows the tag; 0 in a multivariant playlist.
    package var mediaSequence: Int

    /// Makes a tag.
    package init(name: String, value: String?, mediaSequence: Int = 0) {
        self.name = name
        self.value = value
        self.mediaSequence = mediaSequence
    }
}

/// An entry of an attribute list (RFC 8216bis §4.2), kept if the model has no field for it.
package struct Attribute: Sendable, Hashable {
    /// The name as written.
    package var name: String
    /// The value without its quotes, with variables substituted.
    package var value: String
    /// Whether the value was in double quotes.
    package var isQuoted: Bool

    /// Makes an attribute.
    package init(name: String, value: String, isQuoted: Bool) {
        self.name = name
        self.value = value
        self.isQuoted = isQuoted
    }
}
