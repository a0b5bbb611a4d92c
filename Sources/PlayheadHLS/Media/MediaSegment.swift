/// A media segment with everything that applies to it (RFC 8216bis §4.4.4).
public struct MediaSegment: Sendable, Hashable {
    /// Where it is, as written, variables substituted; empty for a segment that is not complete yet.
    public var uri: String
    /// Its length in seconds (`EXTINF`), not below 0 and finite.
    public var duration: Double
    /// The title that follows the duration; empty without one.
    public var title = ""
    /// Its number in the stream (RFC 8216bis §3).
    public var mediaSequence = 0
    /// Which run of continuous encoding it belongs to (RFC 8216bis §3).
    public var discontinuitySequence = 0
    /// Seconds on the timeline, whose zero is the beginning of the first listed segment, or in a `LivePlaylist` of the first window: the sum of the
    /// durations before it.
    public var startTime = 0.0
    /// The part of the resource; nil for the whole.
    public var byteRange: ByteRange?
    /// What has to be read before it; nil where the container needs nothing, or carries it.
    public var map: InitializationSection?
    /// The keys that it can be decrypted with, one for each key format; empty when it is clear.
    public var keys: [EncryptionKey] = []
    /// The date of its first sample as the playlist writes it; nil where the tag is absent.
    public var programDateTimeText: String?
    /// The date of its first sample in seconds since 1970: as written, or derived from the nearest written one before, else after, by the durations between.
    public var programDateTime: Double?
    /// The approximate bit rate in kilobits a second (`EXT-X-BITRATE`).
    public var bitrate: Int?
    /// Whether the encoding changes before it (`EXT-X-DISCONTINUITY`).
    public var hasDiscontinuity = false
    /// Whether it is missing at the origin (`EXT-X-GAP`) and must not be loaded.
    public var isGap = false
    /// The partial segments that make it up, where the playlist still lists them.
    public var parts: [PartialSegment] = []

    /// Makes a segment.
    public init(uri: String, duration: Double) {
        self.uri = uri
        self.duration = duration
    }

    /// When it ends, in seconds on the timeline.
    public var endTime: Double { startTime + duration }
}
