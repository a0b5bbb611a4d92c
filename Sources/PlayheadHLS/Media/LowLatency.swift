/// The capabilities of the server (`EXT-X-SERVER-CONTROL`, RFC 8216bis §4.4.3.8).
public struct ServerControl: Sendable, Hashable {
    /// The skip boundary of delta updates, in seconds from the end; nil if not supported.
    public var canSkipUntil: Double?
    /// Whether a delta update may skip date ranges too.
    public var canSkipDateRanges = false
    /// The recommended minimum distance from the end, in seconds.
    public var holdBack: Double?
    /// The recommended minimum distance from the end in low latency, in seconds.
    public var partHoldBack: Double?
    /// Whether a reload can block until a segment or part is available.
    public var canBlockReload = false
    /// The attributes without a field in the model.
    public var otherAttributes: [Attribute] = []

    /// Makes an empty instance.
    public init() {}
}

/// A part of a segment that low-latency players load before the segment is complete (`EXT-X-PART`, RFC 8216bis §4.4.4.9).
public struct PartialSegment: Sendable, Hashable {
    /// The URI, as written.
    public var uri: String
    /// The duration in seconds.
    public var duration: Double
    /// Whether the part begins with an independent frame.
    public var isIndependent: Bool
    /// Whether the part is missing at the origin.
    public var isGap: Bool
    /// The byte range of the resource; nil for the whole resource.
    public var byteRange: ByteRange?
    /// The attributes without a field in the model.
    public var otherAttributes: [Attribute]

    /// Makes a partial segment.
    public init(
        uri: String, duration: Double, isIndependent: Bool = false, isGap: Bool = false, byteRange: ByteRange? = nil,
        otherAttributes: [Attribute] = []
    ) {
        self.uri = uri
        self.duration = duration
        self.isIndependent = isIndependent
        self.isGap = isGap
        self.byteRange = byteRange
        self.otherAttributes = otherAttributes
    }
}

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

/// The state of another rendition's playlist (`EXT-X-RENDITION-REPORT`, RFC 8216bis §4.4.5.4).
public struct RenditionReport: Sendable, Hashable {
    /// The URI of the other media playlist, as written.
    public var uri: String
    /// The sequence number of its last segment.
    public var lastMediaSequence: Int?
    /// The index of the last partial segment of that segment.
    public var lastPart: Int?
    /// The attributes without a field in the model.
    public var otherAttributes: [Attribute]

    /// Makes a report.
    public init(uri: String, lastMediaSequence: Int? = nil, lastPart: Int? = nil, otherAttributes: [Attribute] = []) {
        self.uri = uri
        self.lastMediaSequence = lastMediaSequence
        self.lastPart = lastPart
        self.otherAttributes = otherAttributes
    }
}

/// The segments that a delta update skips (`EXT-X-SKIP`, RFC 8216bis §4.4.5.2).
public struct SkippedSegments: Sendable, Hashable {
    /// The number of skipped segments, not below 0.
    public var count: Int
    /// The identifiers of recently removed date ranges.
    public var recentlyRemovedDateRanges: [String]
    /// The attributes without a field in the model.
    public var otherAttributes: [Attribute]

    /// Makes an instance.
    public init(count: Int, recentlyRemovedDateRanges: [String] = [], otherAttributes: [Attribute] = []) {
        self.count = count
        self.recentlyRemovedDateRanges = recentlyRemovedDateRanges
        self.otherAttributes = otherAttributes
    }
}
