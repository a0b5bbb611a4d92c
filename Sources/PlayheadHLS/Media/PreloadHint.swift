/// A resource that a client may ask for before it is listed (`EXT-X-PRELOAD-HINT`, RFC 8216bis §4.4.5.3).
public struct PreloadHint: Sendable, Hashable {
    /// What is hinted; a type that is not listed here is kept by its name.
    public struct HintType: Sendable, Hashable, RawRepresentable {
        /// The name in the playlist.
        public let rawValue: String
        /// A type by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The next partial segment.
        public static let part = HintType(rawValue: "PART")
        /// The next initialization section.
        public static let map = HintType(rawValue: "MAP")
    }

    /// What is hinted.
    public var type: HintType
    /// Where it is, as written.
    public var uri: String
    /// The first byte, from 0.
    public var byteRangeStart: Int
    /// The number of bytes; nil up to the end of the resource.
    public var byteRangeLength: Int?
    /// Attributes that the model has no field for.
    public var otherAttributes: [Attribute]

    /// Makes a hint.
    public init(type: HintType, uri: String, byteRangeStart: Int = 0, byteRangeLength: Int? = nil, otherAttributes: [Attribute] = []) {
        self.type = type
        self.uri = uri
        self.byteRangeStart = byteRangeStart
        self.byteRangeLength = byteRangeLength
        self.otherAttributes = otherAttributes
    }
}
