/// A piece of metadata with a place on the playback's timeline.
public struct TimedMetadata: Sendable, Hashable, Codable {
    /// What it is; the raw value is the `metadataType` of onMeta.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// An ID3 tag.
        case id3
        /// EXT-X-DATERANGE.
        case dateRange = "date-range"
        /// EXT-X-PROGRAM-DATE-TIME.
        case programDateTime = "program-date-time"
        /// An event message box of fragmented MP4.
        case eventMessage = "emsg"
        /// A SCTE-35 splice command.
        case scte35 = "scte-35"
        /// An XMP packet inside of the media; of the whole item.
        case xmp
        /// The key frames that a container lists; of the whole item.
        case keyFrames = "keyframes"
    }

    /// When it is told.
    public enum Phase: String, Sendable, Hashable, Codable {
        /// As soon as it was read: onMetaParsed.
        case parsed
        /// When the playhead enters it: onMeta.
        case entered
    }

    /// What it is.
    public var kind: Kind
    /// Where it begins, in seconds on the playback's timeline.
    public var start: Double
    /// Where it ends, in seconds; equal to `start` for a moment, `nil` where the end is not known yet.
    public var end: Double?
    /// Its content under the keys of onMeta, without `metadataType`, which comes from `kind`.
    public var fields: EventFields
    /// What it is called, where later news of the same name replace it: the identifier of a date range.
    public var identity: String?

    /// Makes a piece of metadata.
    public init(kind: Kind, start: Double, end: Double?, fields: EventFields, identity: String? = nil) {
        self.kind = kind
        self.start = start
        self.end = end
        self.fields = fields
        self.identity = identity
    }
}
