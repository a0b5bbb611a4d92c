/// A variant stream, or one of I-frames only (`EXT-X-STREAM-INF`, `EXT-X-I-FRAME-STREAM-INF`; RFC 8216bis §4.4.6.2, §4.4.6.3).
public struct Variant: Sendable, Hashable {
    /// Where a variant's closed captions are.
    public enum ClosedCaptions: Sendable, Hashable {
        /// There are none in any variant.
        case none
        /// The renditions of a group say.
        case group(String)
    }

    /// The dynamic range of the picture; one that is not listed here is kept by its name.
    public struct VideoRange: Sendable, Hashable, RawRepresentable {
        /// The name in the playlist.
        public let rawValue: String
        /// A range by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Standard.
        public static let sdr = VideoRange(rawValue: "SDR")
        /// Hybrid log-gamma.
        public static let hlg = VideoRange(rawValue: "HLG")
        /// Perceptual quantizer.
        public static let pq = VideoRange(rawValue: "PQ")
    }

    /// The media playlist, as written.
    public var uri: String
    /// The peak bit rate in bits a second; 0 when a playlist that breaks the rules leaves it out.
    public var bandwidth: Int
    /// The average bit rate in bits a second.
    public var averageBandwidth: Int?
    /// The author's relative preference; higher is better.
    public var score: Double?
    /// The formats (RFC 6381), separated by commas, as written.
    public var codecs: String?
    /// Formats that it can be decoded as with enhancements, as written.
    public var supplementalCodecs: String?
    /// The size of the picture.
    public var resolution: Resolution?
    /// The most frames a second.
    public var frameRate: Double?
    /// The copy protection that the output needs: `TYPE-0`, `TYPE-1`, `NONE`.
    public var hdcpLevel: String?
    /// The content protection configurations that may play it, as written.
    public var allowedCPC: String?
    /// The dynamic range.
    public var videoRange: VideoRange?
    /// The video layout that a player has to support, as written.
    public var requiredVideoLayout: String?
    /// What names the same variant in every reload and pathway.
    public var stableID: String?
    /// The group of audio renditions.
    public var audio: String?
    /// The group of video renditions.
    public var video: String?
    /// The group of subtitle renditions.
    public var subtitles: String?
    /// The closed captions.
    public var closedCaptions: ClosedCaptions?
    /// The pathway that it belongs to; nil means `.`.
    public var pathwayID: String?
    /// Attributes that the model has no field for.
    public var otherAttributes: [Attribute] = []

    /// Makes a variant.
    public init(uri: String, bandwidth: Int) {
        self.uri = uri
        self.bandwidth = bandwidth
    }

    /// The formats one by one, without spaces; empty when not told.
    public var codecList: [String] {
        (codecs ?? "").split(separator: ",").map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
    }
}
