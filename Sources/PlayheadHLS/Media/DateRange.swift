/// A span of time with application-specific meaning (`EXT-X-DATERANGE`, RFC 8216bis §4.4.5.1). Tags with the same identifier complete one
/// another.
public struct DateRange: Sendable, Hashable {
    /// The identifier in the playlist.
    public var id: String
    /// The class; ranges of the same class have the same attributes and meaning.
    public var rangeClass: String?
    /// The start date, as written.
    public var startDateText: String?
    /// The start date, in seconds since 1970.
    public var startDate: Double?
    /// The trigger of the action if it is not the start: `PRE`, `POST`, `ONCE`.
    public var cue: [String] = []
    /// The end date, as written.
    public var endDateText: String?
    /// The end date, in seconds since 1970.
    public var endDate: Double?
    /// The duration in seconds.
    public var duration: Double?
    /// The expected duration in seconds.
    public var plannedDuration: Double?
    /// Whether the range ends at the start of the next one of its class.
    public var endsOnNext = false
    /// The splice_info_section without in or out, in hexadecimal with its `0x`.
    public var scte35Command: String?
    /// The splice_info_section of the start of a break.
    public var scte35Out: String?
    /// The splice_info_section of the end of a break.
    public var scte35In: String?
    /// The client-defined attributes (`X-…`), and other attributes without a field in the model.
    public var otherAttributes: [Attribute] = []
    /// The sequence number of the segment that follows the tag.
    public var mediaSequence = 0

    /// Makes a range.
    public init(id: String) { self.id = id }
}
