/// The capabilities of the server (`EXT-X-SERVER-CONTROL`, RFC 8216bis §4.4.3.8).
package struct ServerControl: Sendable, Hashable {
    /// The skip boundary of delta updates, in seconds from the end; nil if not supported.
    package var canSkipUntil: Double?
    /// Whether a delta update may skip date ranges too.
    package var canSkipDateRanges = false
    /// The recommended minimum distance from the end, in seconds.
    package var holdBack: Double?
    /// The recommended minimum distance from the end in low latency, in seconds.
    package var partHoldBack: Double?
    /// Whether a reload can block until a segment or part is available.
    package var canBlockReload = false
    /// The attributes without a field in the model.
    package var otherAttributes: [Attribute] = []

    /// Makes an empty instance.
    package init() {}
}

/// A part of a segment that low-latency players load before the segment is complete (`EXT-X-PART`, RFC 8216bis §4.4.4.9).
package struct PartialSegment: Sendable, Hashable {
    /// The URI, as written.
    package var uri: String
    /// The duration in seconds.
    package var duration: Double
    /// Whether the part begins with an independent frame.
    package var isIndependent: Bool
    /// Whether the part is missing at the origin.
    package var isGap: Bool
    /// The byte range of the resource; nil for the whole resource.
    package var byteRange: ByteRange?
    /// The attributes without a field in the model.
    package var otherAttributes: [Attribute]

    /// Makes a partial segment.
    package init(
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
package struct PreloadHint: Sendable, Hashable {
    /// The type of a hinted resource; a type that is not listed here is kept by its name.
    package struct HintType: Sendable, Hashable, RawRepresentable {
        /// The name in the playlist.
        package let rawValue: String
        /// Makes a type from its name.
        package init(rawValue: String) { self.rawValue = rawValue }
        /// The next partial segment.
        package static let part = HintType(rawValue: "PART")
        /// The next initialization section.
        package static let map = HintType(rawValue: "MAP")
    }

    /// The type of the hinted resource.
    package var type: HintType
    /// The URI, as written.
    package var uri: String
    /// The first byte, from 0.
    package var byteRangeStart: Int
    /// The number of bytes; nil for the rest of the resource.
    package var byteRangeLength: Int?
    /// The attributes without a field in the model.
    package var otherAttributes: [Attribute]

    /// Makes a hint.
    package init(type: HintType, uri: String, byteRangeStart: Int = 0, byteRangeLength: Int? = nil, otherAttributes: [Attribute] = []) {
        self.type = type
        self.uri = uri
        self.byteRangeStart = byteRangeStart
        self.byteRangeLength = byteRangeLength
        self.otherAttributes = otherAttributes
    }
}

/// The state of another rendition's playlist (`EXT-X-RENDITION-REPORT`, RFC 8216bis §4.4.5.4).
package struct RenditionReport: Sendable, Hashable {
    /// The URI of the other media playlist, as written.
    package var uri: String
    /// The sequence number of its last segment.
    package var lastMediaSequence: Int?
    /// The index of the last partial segment of that segment.
    package var lastPart: Int?
    /// The attributes without a field in the model.
    package var otherAttributes: [Attribute]

    /// Makes a report.
    package init(uri: String, lastMediaSequence: Int? = nil, lastPart: Int? = nil, otherAttributes: [Attribute] = []) {
        self.uri = uri
        self.lastMediaSequence = lastMediaSequence
        self.lastPart = lastPart
        self.otherAttributes = otherAttributes
    }
}

/// The segments that a delta update skips (`EXT-X-SKIP`, RFC 8216bis §4.4.5.2).
package struct SkippedSegments: Sendable, Hashable {
    /// The number of skipped segments, not below 0.
    package var count: Int
    /// The identifiers of recently removed date ranges.
    package var recentlyRemovedDateRanges: [String]
    /// The attributes without a field in the model.
    package var otherAttributes: [Attribute]

    /// Makes an instance.
    package init(count: Int, recentlyRemovedDateRanges: [String] = [], otherAttributes: [Attribute] = []) {
        self.count = count
        self.recentlyRemovedDateRanges = recentlyRemovedDateRanges
        self.otherAttributes = otherAttributes
    }
}
