/// A span of time with meaning to the application (`EXT-X-DATERANGE`, RFC 8216bis §4.4.5.1). Tags of the same identifier complete one another.
public struct DateRange: Sendable, Hashable {
    /// Its identifier in the playlist.
    public var id: String
    /// Ranges of the same class have the same attributes and meaning.
    public var rangeClass: String?
    /// When it starts, as written.
    public var startDateText: String?
    /// When it starts, in seconds since 1970.
    public var startDate: Double?
    /// When its action is due instead of at the start: `PRE`, `POST`, `ONCE`.
    public var cue: [String] = []
    /// When it ends, as written.
    public var endDateText: String?
    /// When it ends, in seconds since 1970.
    public var endDate: Double?
    /// Its length in seconds.
    public var duration: Double?
    /// Its expected length in seconds.
    public var plannedDuration: Double?
    /// Whether it ends where the next of its class starts.
    public var endsOnNext = false
    /// A splice_info_section without in or out, in hexadecimal with its `0x`.
    public var scte35Command: String?
    /// A splice_info_section that leads out of the network's program.
    public var scte35Out: String?
    /// A splice_info_section that leads back.
    public var scte35In: String?
    /// The client-defined attributes (`X-…`), and those that the model has no field for.
    public var otherAttributes: [Attribute] = []
    /// The sequence number of the segment that follows the tag.
    public var mediaSequence = 0

    /// Makes a range.
    public init(id: String) { self.id = id }
}
