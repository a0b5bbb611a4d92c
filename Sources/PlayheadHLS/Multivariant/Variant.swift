/// A variant stream, or an I-frame variant (`EXT-X-STREAM-INF`, `EXT-X-I-FRAME-STREAM-INF`; RFC 8216bis §4.4.6.2, §4.4.6.3).
public struct Variant: Sendable, Hashable {
    /// The closed captions of a variant.
    public enum ClosedCaptions: Sendable, Hashable {
        /// No variant has closed captions.
        case none
        /// The renditions of a group.
        case group(String)
    }

    /// The dynamic range of the picture; a range that is not listed here is kept by its name.
    public struct VideoRange: Sendable, Hashable, RawRepresentable {
        /// The name in the playlist.
        public let rawValue: String
        /// Makes a range from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Standard.
        public static let sdr = VideoRange(rawValue: "SDR")
        /// Hybrid log-gamma.
        public static let hlg = VideoRange(rawValue: "HLG")
        /// Perceptual quantizer.
        public static let pq = VideoRange(rawValue: "PQ")
    }

    /// The URI of the media playlist, as written.
    public var uri: String
    /// The peak bit rate in bits per second; 0 if an invalid playlist omits it.
    public var bandwidth: Int
    /// The average bit rate in bits per second.
    public var averageBandwidth: Int?
    /// The author's relative preference; higher is better.
    public var score: Double?
    /// The formats (RFC 6381), separated by commas, as written.
    public var codecs: String?
    /// The formats that enhance the decoding, as written.
    public var supplementalCodecs: String?
    /// The size of the picture.
    public var resolution: Resolution?
    /// The maximum frame rate, in frames per second.
    public var frameRate: Double?
    /// The copy protection that the output requires: `TYPE-0`, `TYPE-1`, `NONE`.
    public var hdcpLevel: String?
    /// The allowed content protection configurations, as written.
    public var allowedCPC: String?
    /// The dynamic range.
    public var videoRange: VideoRange?
    /// The required video layout, as written.
    public var requiredVideoLayout: String?
    /// The stable identifier in every reload and pathway.
    public var stableID: String?
    /// The group of audio renditions.
    public var audio: String?
    /// The group of video renditions.
    public var video: String?
    /// The group of subtitle renditions.
    public var subtitles: String?
    /// The closed captions.
    public var closedCaptions: ClosedCaptions?
    /// The pathway; nil means `.`.
    public var pathwayID: String?
    /// The attributes without a field in the model.
    public var otherAttributes: [Attribute] = []

    /// Makes a variant.
    public init(uri: String, bandwidth: Int) {
        self.uri = uri
        self.bandwidth = bandwidth
    }

    /// The separate formats, without spaces; empty if absent.
    public var codecList: [String] {
        (codecs ?? "").split(separator: ",").map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
    }
}

/// The size of a picture in pixels (RFC 8216bis §4.2, decimal-resolution).
public struct Resolution: Sendable, Hashable {
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int

    /// Makes a size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
