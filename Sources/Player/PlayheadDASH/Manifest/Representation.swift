/// One encoded version of a component of media (ISO/IEC 23009-1 §5.3.5).
package struct Representation: Sendable {
    /// The identifier; empty if it is missing.
    package var id = ""
    /// The bit rate in bits per second; 0 if unknown.
    package var bandwidth = 0
    /// The media type, such as `video/mp4`.
    package var mimeType: String?
    /// The codecs (RFC 6381).
    package var codecs: [String] = []
    /// The size of the picture in pixels.
    package var width: Int?
    package var height: Int?
    /// The number of pictures per second.
    package var frameRate: Double?
    /// The number of audio samples per second.
    package var audioSamplingRate: Int?
    /// The configurations of audio channels.
    package var channels: [Descriptor] = []
    /// The properties that a player must understand to use the representation.
    package var essentialProperties: [Descriptor] = []
    /// The properties that a player may ignore.
    package var supplementalProperties: [Descriptor] = []
    /// The schemes of event messages inside the segments.
    package var inbandEventStreams: [Descriptor] = []
    /// The protection; empty for clear content.
    package var protections: [ContentProtection] = []
    /// The identifiers of representations without which this one cannot be decoded.
    package var dependencies: [String] = []
    /// The absolute base URLs, best first; at least one.
    package var baseURLs: [BaseURL] = []
    /// The times at which its media were produced.
    package var referenceTimes: [ProducerReferenceTime] = []
    /// The positions inside segments from which a player can read.
    package var resyncs: [Resync] = []
    /// The segments.
    package var segments: SegmentTable
    /// The seconds by which segments are available before they are complete.
    package var availabilityTimeOffset = 0.0
    /// Whether segments are complete when they are available: false for chunked transfer.
    package var isAvailabilityComplete = true
    /// The line of the element.
    package var line = 0

    /// Whether a player can decode the representation alone.
    package var isComplete: Bool { dependencies.isEmpty }

    /// The number of audio channels, if a known scheme declares it.
    package var channelCount: Int? {
        channels.lazy.compactMap { $0.scheme.contains("23003:3:audio_channel_configuration") ? Int($0.value) : nil }.first
    }
}

/// Positions inside segments from which a player can read (ISO/IEC 23009-1 §5.3.13). Playback starts at the beginning of segments.
package struct Resync: Sendable, Hashable {
    /// The type of the access at these positions, as for stream access points.
    package var type = 0
    /// The maximum difference of the times of two positions, in ticks of the representation.
    package var maximumInterval: Int64?
    /// The minimum and maximum distance of two positions in bytes, divided by the bit rate of the representation.
    package var minimumDistance: Double?
    package var maximumDistance: Double?
    /// Whether each position has a marker.
    package var hasMarkers = false
}
