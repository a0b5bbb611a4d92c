/// A resource that a client may request before it is listed (`EXT-X-PRELOAD-HINT`, RFC 8216bis §4.4.5.3).
public struct PreloadHint: Sendable, Hashable {
    /// The type of a hinted resource; a type that is not listed here is kept by its name.
    public struct HintType: Sendable, Hashable, RawRepresentable {
        /// The name in the playlist.
        public let rawValue: String
        /// Makes a type from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The next partial segment.
        public static let part = HintType(rawValue: "PART")
        /// The next initialization section.
        public static let map = HintType(rawValue: "MAP")
    }

    /// The type of the hinted resource.
    public var type: HintType
    /// The URI, as written.
    public var uri: String
    /// The first byte, from 0.
    public var byteRangeStart: Int
    /// The number of bytes; nil for the rest of the resource.
    public var byteRangeLength: Int?
    /// The attributes without a field in the model.
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
