/// A piece of metadata with a place on the playback's timeline.
public struct TimedMetadata: Sendable, Hashable, Codable {
    /// The kind; the raw value is the `metadataType` of onMeta.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// An ID3 tag.
        case id3
        /// EXT-X-DATERANGE, or a period of DASH.
        case dateRange = "date-range"
        /// EXT-X-PROGRAM-DATE-TIME.
        case programDateTime = "program-date-time"
        /// An event message box of fragmented MP4.
        case eventMessage = "emsg"
        /// A SCTE-35 splice command.
        case scte35 = "scte-35"
        /// An XMP packet in the media; applies to the whole item.
        case xmp
        /// The key frames listed in a container; applies to the whole item.
        case keyFrames = "keyframes"
        /// The song that a station plays: a title of SHOUTcast or Icecast, or the tags of a new song in Ogg.
        case nowPlaying = "now-playing"

        /// Whether the metadata applies to the whole item, and not to a part of its timeline.
        package var isOfWholeItem: Bool { self == .xmp || self == .keyFrames }
    }

    /// The time at which an event is emitted.
    package enum Phase: String, Sendable, Hashable, Codable {
        /// When it was read: onMetaParsed.
        case parsed
        /// When the playhead enters it: onMeta.
        case entered
    }

    /// The kind.
    public var kind: Kind
    /// The start, in seconds on the playback's timeline.
    public var start: Double
    /// The end, in seconds; equal to `start` for an instant, `nil` if the end is not known yet.
    public var end: Double?
    /// The content under the keys of onMeta, without `metadataType`, which is derived from `kind`.
    public var fields: EventFields
    /// The identity that a later update replaces: the identifier of a date range.
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
