import PlayheadXML

/// The content of the elements SegmentBase, SegmentList and SegmentTemplate of a representation and those above it (ISO/IEC 23009-1 §5.3.9.1): values of
/// a lower level replace those of a higher one.
struct SegmentInformation {
    enum Kind: String {
        case base = "SegmentBase"
        case list = "SegmentList"
        case template = "SegmentTemplate"
    }

    private(set) var kind: Kind?
    /// The line of the lowest element.
    private(set) var line: Int?
    private var values: [String: String] = [:]
    private(set) var initialization: XMLElement?
    /// The runs of the SegmentTimeline, which all representations below the element share; `nil` without one.
    private(set) var runs: [SegmentTable.Run]?
    /// The listed URLs, which all representations below the element share.
    private(set) var urls: [SegmentTable.SegmentURL] = []
    /// The first range of a listed URL that is invalid.
    private(set) var invalidRange: String?

    init() {}

    /// - Parameters:
    ///   - own: The element that describes segments.
    ///   - runs: The runs of its SegmentTimeline; `nil` without one.
    ///   - parent: The information of the level above.
    init(_ own: XMLElement, runs: [SegmentTable.Run]?, below parent: Self) {
        self = parent
        guard let kind = Kind.allNamed(own) else { return }
        self.kind = kind
        line = own.line
        for attribute in own.attributes { values[attribute.name] = attribute.value.trimmed }
        if let child = own.first("Initialization") ?? own.first("Initialisation") { initialization = child }
        let children = own.children(named: "SegmentURL")
        if !children.isEmpty {
            let ranges = children.map { $0[attribute: "mediaRange"] }
            urls = zip(children, ranges).map { child, range in
                SegmentTable.SegmentURL(media: child[attribute: "media"], range: range.flatMap(ManifestText.byteRange))
            }
            invalidRange = ranges.compactMap(\.self).first { ManifestText.byteRange($0) == nil }
        }
        // A lower level with a duration replaces a timeline, and one with a timeline a duration.
        if let runs {
            self.runs = runs
            values["duration"] = nil
        } else if own[attribute: "duration"] != nil {
            self.runs = nil
        }
    }

    /// Returns the child of an element that describes segments.
    static func element(of element: XMLElement) -> XMLElement? {
        element.first(Kind.template.rawValue) ?? element.first(Kind.list.rawValue) ?? element.first(Kind.base.rawValue)
    }

    subscript(name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }
}

extension SegmentInformation.Kind {
    fileprivate static func allNamed(_ element: XMLElement) -> Self? {
        [.base, .list, .template].first { element.isNamed($0.rawValue) }
    }
}

/// Timelines of segments.
extension ManifestParser {
    /// Returns the ticks per second of an element; warns about an invalid number.
    mutating func timescale(_ element: XMLElement) -> Int64? {
        guard let text = element[attribute: "timescale"] else { return 1 }
        guard let value = Int64(text), value > 0, value <= UInt32.max else {
            warn(element, "@timescale is invalid: \(text.prefix(40))")
            return nil
        }
        return value
    }

    /// Returns a number of ticks; `nil` if it is absent or invalid.
    func ticks(_ element: XMLElement, _ name: String) -> Int64? {
        element[attribute: name].flatMap { Int64($0) }.flatMap { NumberLimits.timestamps.contains($0) ? $0 : nil }
    }

    /// Parses a SegmentTimeline (§5.3.9.6). Consecutive entries of the same duration become one run.
    mutating func runs(in timeline: XMLElement) -> [SegmentTable.Run] {
        var runs: [SegmentTable.Run] = []
        var (next, nextNumber): (Int64?, Int?)
        let entries = timeline.children(named: "S")
        for (index, entry) in entries.enumerated() {
            guard let duration = ticks(entry, "d"), duration > 0 else {
                warn(entry, "an S has no valid @d, and is left out")
                continue
            }
            if entry[attribute: "t"] != nil, ticks(entry, "t") == nil { warn(entry, "@t is invalid") }
            var start = ticks(entry, "t") ?? next ?? 0
            if let expected = next, let last = runs.last, start < expected {
                // Packagers round durations; the declared times are those of the media, and in the URLs.
                let rounding = last.duration / 100
                if expected.saturatingSubtracting(start) > rounding { warn(entry, "an S starts before the end of the previous one") }
                // Segments are in the order of their starts.
                if start <= expected.saturatingSubtracting(last.duration) { start = expected }
            }
            if let text = entry[attribute: "n"] {
                nextNumber = Int(text).flatMap { $0 >= 0 ? $0 : nil }
                if nextNumber == nil { warn(entry, "@n is invalid: \(text.prefix(40))") }
            }
            let count = count(of: entry, start: start, duration: duration, before: index + 1 < entries.count ? entries[index + 1] : nil)
            if let count, count <= 0 { continue }
            let first = runs.last.map { $0.first.saturatingAdding($0.count ?? 0) } ?? 0
            if let last = runs.last, let known = last.count, let count, last.duration == duration, next == start,
                entry[attribute: "n"] == nil
            {
                runs[runs.count - 1].count = known.saturatingAdding(count)
            } else {
                runs.append(SegmentTable.Run(start: start, duration: duration, count: count, first: first, number: nextNumber))
            }
            guard let count else { break }
            nextNumber = nextNumber?.saturatingAdding(count)
            next = start.saturatingAdding(duration.saturatingMultiplied(by: Int64(count)))
        }
        return runs
    }

    /// Returns the number of segments of an S; `nil` up to the end of the period.
    private mutating func count(of entry: XMLElement, start: Int64, duration: Int64, before following: XMLElement?) -> Int? {
        guard let text = entry[attribute: "r"] else { return 1 }
        let maximum = (NumberLimits.timestamps.upperBound - max(0, start)) / duration
        guard let count = Int64(text) else {
            warn(entry, "@r is invalid: \(text.prefix(40))")
            return text.hasPrefix("-") ? nil : text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(clamping: max(1, maximum)) : 1
        }
        guard count < 0 else {
            if count >= maximum { warn(entry, "@r is too large: \(text.prefix(40))") }
            return Int(clamping: max(1, min(count, maximum - 1) + 1))
        }
        guard let following else { return nil }
        guard let end = ticks(following, "t") else {
            warn(entry, "@r is negative, and the next S has no @t")
            return 1
        }
        // The last segment may be longer than the time to the next entry.
        return Int(clamping: max(1, max(0, end.saturatingSubtracting(start)).saturatingAdding(duration / 2) / duration))
    }
}
