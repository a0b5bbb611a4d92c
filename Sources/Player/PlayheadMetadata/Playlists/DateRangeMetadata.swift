import PlayheadCore

/// Makes timed metadata from the date ranges of a playlist.
package enum DateRangeMetadata {
    /// Returns the date ranges with a position on the timeline, in the order of the playlist; ranges with the same identifier are combined.
    /// - Parameters:
    ///   - ranges: All ranges of the playlist, so that END-ON-NEXT finds the next of the class.
    ///   - dates: The dates of the timeline; without dates no range has a position.
    /// - Returns: The metadata of the date ranges.
    package static func timed(_ ranges: [DateRangeFacts], dates: DateMap) -> [TimedMetadata] {
        let merged = merged(ranges)
        let ends = endsOnNext(merged)
        return merged.compactMap { range in
            guard let date = range.startDate, let start = dates.time(of: date) else { return nil }
            return range.timedMetadata(start: start, end: range.end(start: start, startDate: date, next: ends[range.id], dates: dates))
        }
    }

    private static func merged(_ ranges: [DateRangeFacts]) -> [DateRangeFacts] {
        var merged: [DateRangeFacts] = []
        var places: [String: Int] = [:]
        for range in ranges {
            if let place = places[range.id] {
                merged[place] = merged[place].completed(by: range)
            } else {
                places[range.id] = merged.count
                merged.append(range)
            }
        }
        return merged
    }

    /// Returns the ends of ranges with END-ON-NEXT, by their identifiers: the start of the next range of the class.
    private static func endsOnNext(_ ranges: [DateRangeFacts]) -> [String: Double] {
        var ends: [String: Double] = [:]
        for (rangeClass, members) in Dictionary(grouping: ranges, by: \.rangeClass) where rangeClass != nil {
            var next: Double?
            var later: Double?
            for range in members.sorted(by: { ($0.startDate ?? 0) > ($1.startDate ?? 0) }) {
                guard let start = range.startDate else { continue }
                if start != later { (next, later) = (later, start) }
                if range.endsOnNext { ends[range.id] = next }
            }
        }
        return ends
    }
}

extension DateRangeFacts {
    private static let tag = "EXT-X-DATERANGE"

    /// Returns the end, in seconds on the timeline; `nil` if unknown.
    fileprivate func end(start: Double, startDate: Double, next: Double?, dates: DateMap) -> Double? {
        if let endDate { return dates.time(of: max(endDate, startDate)).map { max($0, start) } }
        if let duration { return start + max(0, duration) }
        if let next { return dates.time(of: next).map { max($0, start) } }
        return plannedDuration.map { start + max(0, $0) }
    }

    fileprivate func timedMetadata(start: Double, end: Double?) -> TimedMetadata {
        let length = duration ?? end.map { $0 - start }
        var metadata: EventFields = [
            "tag": .string(Self.tag), "content": .string(attributes.map(\.text).joined(separator: ",")),
            "attributes": .array(attributes.map { .object(["name": .string($0.name), "value": $0.eventValue]) }),
            "start": .double(start), "end": end.map { .double($0) } ?? .null, "duration": length.map { .double($0) } ?? .null,
            "startDate": startDateText.map { .string($0) } ?? .null, "endDate": endDateText.map { .string($0) } ?? .null,
        ]
        if let scte35 { metadata["scte35"] = .object(scte35) }
        return TimedMetadata(
            kind: .dateRange, start: start, end: end, fields: ["metadataTime": .double(start), "metadata": .object(metadata)], identity: id)
    }

    /// The parsed splice commands: `out`, `in` and `command`.
    private var scte35: EventFields? {
        var fields: EventFields = [:]
        for (key, text) in [("out", scte35Out), ("in", scte35In), ("command", scte35Command)] {
            if let text, let section = try? SpliceInfoSection.parse(text) { fields[key] = .object(section.fields) }
        }
        return fields.fields.isEmpty ? nil : fields
    }

    /// All attributes, in the order of the standard.
    private var attributes: [Attribute] {
        var list = [Attribute(name: "ID", value: id)]
        func add(_ name: String, _ value: String?, isQuoted: Bool = false) {
            if let value { list.append(Attribute(name: name, value: value, isQuoted: isQuoted)) }
        }
        add("CLASS", rangeClass, isQuoted: true)
        add("START-DATE", startDateText, isQuoted: true)
        add("END-DATE", endDateText, isQuoted: true)
        add("DURATION", duration.map { Decimal.text($0) })
        add("PLANNED-DURATION", plannedDuration.map { Decimal.text($0) })
        add("SCTE35-CMD", scte35Command)
        add("SCTE35-OUT", scte35Out)
        add("SCTE35-IN", scte35In)
        add("END-ON-NEXT", endsOnNext ? "YES" : nil)
        return list + otherAttributes
    }
}

extension DateRangeFacts.Attribute {
    fileprivate var text: String { isQuoted ? "\(name)=\"\(value)\"" : "\(name)=\(value)" }

    /// The value as a number, unless it was quoted.
    fileprivate var eventValue: EventValue {
        guard !isQuoted, let number = Decimal.value(value) else { return .string(value) }
        return .double(number)
    }
}

/// Decimal numbers of attribute lists (RFC 8216bis §4.2).
enum Decimal {
    /// Formats `number` without an exponent if it has a moderate size, and without `.0`.
    static func text(_ number: Double) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Returns the number that `text` represents in digits; `nil` for other forms that Swift parses, such as `0x10` and `inf`.
    static func value(_ text: String) -> Double? {
        guard
            text.utf8.allSatisfy({
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
            })
        else { return nil }
        return Double(text)
    }
}
