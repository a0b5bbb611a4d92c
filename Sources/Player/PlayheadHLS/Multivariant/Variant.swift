/// A variant stream, or an I-frame variant (`EXT-X-STREAM-INF`, `EXT-X-I-FRAME-STREAM-INF`; RFC 8216bis §4.4.6.2, §4.4.6.3).
package struct Variant: Sendable, Hashable {
    /// The closed captions of a variant.
    package enum ClosedCaptions: Sendable, Hashable {
        /// No variant has closed captions.
        case none
        /// The renditions of a group.
        case group(String)
    }

    /// The dynamic range of the picture; a range that is not listed here is kept by its name.
    package struct VideoRange: Sendable, Hashable, RawRepresentable {
        /// The name in the playlist.
        package let rawValue: String
        /// Makes a range from its name.
        package init(rawValue: String) { self.rawValue = rawValue }
        /// Standard.
        package static let sdr = VideoRange(rawValue: "SDR")
        /// Hybrid log-gamma.
        package static let hlg = VideoRange(rawValue: "HLG")
        /// Perceptual quantizer.
        package static let pq = VideoRange(rawValue: "PQ")
    }

    /// The URI of the media playlist, as written.
    package var uri: String
    /// The peak bit rate in bits per second; 0 if an invalid playlist omits it.
    package var bandwidth: Int
    /// The average bit rate in bits per second.
    package var averageBandwidth: Int?
    /// The author's relative preference; higher is better.
    package var score: Double?
    /// The formats (RFC 6381), separated by commas, as written.
    package var codecs: String?
    /// The formats that enhance the decoding, as written.
    package var supplementalCodecs: String?
    /// The size of the picture.
    package var resolution: Resolution?
    /// The maximum frame rate, in frames per second.
    package var frameRate: Double?
    /// The copy protection that the output requires: `TYPE-0`, `TYPE-1`, `NONE`.
    package var hdcpLevel: String?
    /// The allowed content protection configurations, as written.
    package var allowedCPC: String?
    /// The dynamic range.
    package var videoRange: VideoRange?
    /// The required video layout, as written.
    package var requiredVideoLayout: String?
    /// The stable identifier in every reload and pathway.
    package var stableID: String?
    /// The group of audio renditions.
    package var audio: String?
    /// The group of video renditions.
    package var video: String?
    /// The group of subtitle renditions.
    package var subtitles: String?
    /// The closed captions.
    package var closedCaptions: ClosedCaptions?
    /// The pathway; nil means `.`.
    package var pathwayID: String?
    /// The attributes without a field in the model.
    package var otherAttributes: [Attribute] = []

    /// Makes a variant.
    package init(uri: String, bandwidth: Int) {
        self.uri = uri
        self.bandwidth = bandwidth
    }

    /// The separate formats, without spaces; empty if absent.
    package var codecList: [String] {
        (codecs ?? "").split(separator: ",").map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
    }
}

/// The size of a picture in pixels (RFC 8216bis §4.2, decimal-resolution).
package struct Resolution: Sendable, Hashable {
    /// The width in pixels.
    package var width: Int
    /// The height in pixels.
    package var height: Int

    /// Makes a size.
    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
