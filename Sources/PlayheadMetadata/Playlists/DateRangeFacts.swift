import PlayheadCore

/// What an EXT-X-DATERANGE says (RFC 8216bis §4.4.5.1), as plain values.
public struct DateRangeFacts: Sendable, Hashable {
    /// One attribute.
    public struct Attribute: Sendable, Hashable {
        /// Its name.
        public var name: String
        /// Its value, without quotes.
        public var value: String
        /// Whether it stood in quotes.
        public var isQuoted: Bool

        /// Makes an attribute.
        public init(name: String, value: String, isQuoted: Bool = true) {
            self.name = name
            self.value = value
            self.isQuoted = isQuoted
        }
    }

    /// Its identifier in the playlist.
    public var id: String
    /// Its CLASS.
    public var rangeClass: String?
    /// When it starts, as written.
    public var startDateText: String?
    /// When it starts, in seconds since 1970. A range without cannot be placed.
    public var startDate: Double?
    /// When it ends, as written.
    public var endDateText: String?
    /// When it ends, in seconds since 1970.
    public var endDate: Double?
    /// Its length in seconds.
    public var duration: Double?
    /// Its expected length in seconds.
    public var plannedDuration: Double?
    /// Whether it ends where the next of its class starts.
    public var endsOnNext: Bool
    /// SCTE35-CMD, in hexadecimal with its `0x`.
    public var scte35Command: String?
    /// SCTE35-OUT.
    public var scte35Out: String?
    /// SCTE35-IN.
    public var scte35In: String?
    /// All other attributes: CUE, those of the client (`X-…`), and unknown ones.
    public var otherAttributes: [Attribute]

    /// Makes the facts of a range.
    public init(
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

    /// These facts with what `later` adds to them or says anew: tags of the same identifier complete one another.
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
