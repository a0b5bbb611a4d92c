/// A span of time with application-specific meaning (`EXT-X-DATERANGE`, RFC 8216bis §4.4.5.1). Tags with the same identifier complete one
/// another.
package struct DateRange: Sendable, Hashable {
    /// The identifier in the playlist.
    package var id: String
    /// The class; ranges of the same class have the same attributes and meaning.
    package var rangeClass: String?
    /// The start date, as written.
    package var startDateText: String?
    /// The start date, in seconds since 1970.
    package var startDate: Double?
    /// The trigger of the action if it is not the start: `PRE`, `POST`, `ONCE`.
    package var cue: [String] = []
    /// The end date, as written.
    package var endDateText: String?
    /// The end date, in seconds since 1970.
    package var endDate: Double?
    /// The duration in seconds.
    package var duration: Double?
    /// The expected duration in seconds.
    package var plannedDuration: Double?
    /// Whether the range ends at the start of the next one of its class.
    package var endsOnNext = false
    /// The splice_info_section without in or out, in hexadecimal with its `0x`.
    package var scte35Command: String?
    /// The splice_info_section of the start of a break.
    package var scte35Out: String?
    /// The splice_info_section of the end of a break.
    package var scte35In: String?
    /// The client-defined attributes (`X-…`), and other attributes without a field in the model.
    package var otherAttributes: [Attribute] = []
    /// The sequence number of the segment that follows the tag.
    package var mediaSequence = 0

    /// Makes a range.
    package init(id: String) { self.id = id }
}
