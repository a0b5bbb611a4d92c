import PlayheadCore

/// The content of an EXT-X-DATERANGE (RFC 8216bis §4.4.5.1), as plain values.
package struct DateRangeFacts: Sendable, Hashable {
    /// An attribute.
    package struct Attribute: Sendable, Hashable {
        /// The name.
        package var name: String
        /// The value, without quotes.
        package var value: String
        /// Whether the value was quoted.
        package var isQuoted: Bool

        /// Makes an attribute.
        package init(name: String, value: String, isQuoted: Bool = true) {
            self.name = name
            self.value = value
            self.isQuoted = isQuoted
        }
    }

    /// The identifier in the playlist.
    package var id: String
    /// The CLASS.
    package var rangeClass: String?
    /// The start date, as written.
    package var startDateText: String?
    /// The start date, in seconds since 1970. A range without one cannot be placed.
    package var startDate: Double?
    /// The end date, as written.
    package var endDateText: String?
    /// The end date, in seconds since 1970.
    package var endDate: Double?
    /// The duration in seconds.
    package var duration: Double?
    /// The expected duration in seconds.
    package var plannedDuration: Double?
    /// Whether the range ends at the start of the next one of its class.
    package var endsOnNext: Bool
    /// SCTE35-CMD, in hexadecimal with its `0x`.
    package var scte35Command: String?
    /// SCTE35-OUT.
    package var scte35Out: String?
    /// SCTE35-IN.
    package var scte35In: String?
    /// All other attributes: CUE, those of the client (`X-…`), and unknown ones.
    package var otherAttributes: [Attribute]

    /// Makes a range.
    package init(
        id: String, rangeClass: String? = nil, startDateText: String? = nil, startDate: Double?, endDateText: String? = nil,
        endDate: Double? = nil,
        duration: Double? = nil, plannedDuration: Double? = nil, endsOnNext: Bool = false, scte35Command: String? = nil,
        scte35Out: String? = nil,
        scte35In: String? = nil, otherAttributes: [Attribute] = []
    ) {
        self.id = id
        self.rangeClass = rangeClass
        self.startDateText = startDateText
        self.startDate = startDate
        self.endDateText = endDateText
        self.endDate = endDate
        self.duration = duration
        self.plannedDuration = plannedDuration
        self.endsOnNext = endsOnNext
        self.scte35Command = scte35Command
        self.scte35Out = scte35Out
        self.scte35In = scte35In
        self.otherAttributes = otherAttributes
    }

    /// Returns this range completed by `later`: tags with the same identifier complete one another.
    func completed(by later: DateRangeFacts) -> DateRangeFacts {
        var merged = self
        merged.rangeClass = later.rangeClass ?? rangeClass
        if later.startDate != nil { (merged.startDate, merged.startDateText) = (later.startDate, later.startDateText) }
        if later.endDate != nil { (merged.endDate, merged.endDateText) = (later.endDate, later.endDateText) }
        merged.duration = later.duration ?? duration
        merged.plannedDuration = later.plannedDuration ?? plannedDuration
        merged.endsOnNext = later.endsOnNext || endsOnNext
        merged.scte35Command = later.scte35Command ?? scte35Command
        merged.scte35Out = later.scte35Out ?? scte35Out
        merged.scte35In = later.scte35In ?? scte35In
        let renewed = Set(later.otherAttributes.map(\.name))
        merged.otherAttributes = otherAttributes.filter { !renewed.contains($0.name) } + later.otherAttributes
        return merged
    }
}
