extension ServerControl {
    /// Reads the attributes of `EXT-X-SERVER-CONTROL`.
    init(_ list: inout AttributeList) {
        self.init()
        canSkipUntil = list.value("CAN-SKIP-UNTIL") { Numbers.duration($0) }
        canSkipDateRanges = list.flag("CAN-SKIP-DATERANGES")
        holdBack = list.value("HOLD-BACK") { Numbers.duration($0) }
        partHoldBack = list.value("PART-HOLD-BACK") { Numbers.duration($0) }
        canBlockReload = list.flag("CAN-BLOCK-RELOAD")
        otherAttributes = list.rest
    }
}

extension SkippedSegments {
    /// Reads the attributes of `EXT-X-SKIP`; nil without a number.
    init?(_ list: inout AttributeList) {
        guard let count = list.required("SKIPPED-SEGMENTS", { Numbers.natural($0) }) else { return nil }
        let removed = (list.string("RECENTLY-REMOVED-DATERANGES") ?? "").split(separator: "\t").map(String.init)
        self.init(count: count, recentlyRemovedDateRanges: removed)
        otherAttributes = list.rest
    }
}

extension PreloadHint {
    /// Reads the attributes of `EXT-X-PRELOAD-HINT`; nil without a type or URI.
    init?(_ list: inout AttributeList) {
        guard let type = list.required("TYPE"), let uri = list.required("URI") else { return nil }
        self.init(type: HintType(rawValue: type), uri: uri)
        byteRangeStart = list.value("BYTERANGE-START") { Numbers.natural($0) } ?? 0
        byteRangeLength = list.value("BYTERANGE-LENGTH") { Numbers.natural($0) }
        otherAttributes = list.rest
    }
}

extension RenditionReport {
    /// Reads the attributes of `EXT-X-RENDITION-REPORT`; nil without a URI.
    init?(_ list: inout AttributeList) {
        guard let uri = list.required("URI") else { return nil }
        self.init(uri: uri)
        lastMediaSequence = list.value("LAST-MSN") { Numbers.natural($0) }
        lastPart = list.value("LAST-PART") { Numbers.natural($0, in: NumberLimits.counts) }
        otherAttributes = list.rest
    }
}

extension DateRange {
    /// Dates have a resolution of milliseconds, so sums may differ by one.
    private static let tolerance = 0.002

    /// Reads the attributes of `EXT-X-DATERANGE`; nil without an identifier.
    init?(_ list: inout AttributeList) {
        guard let id = list.required("ID") else { return nil }
        self.init(id: id)
        rangeClass = list.string("CLASS")
        startDateText = list.required("START-DATE")
        startDate = startDateText.flatMap { ISODate.parse($0) }
        if startDateText != nil, startDate == nil { list.addProblem("START-DATE is not a valid date") }
        cue = (list.string("CUE") ?? "").split(separator: ",").map { $0.trimmingSpaces() }
        endDateText = list.string("END-DATE")
        endDate = endDateText.flatMap { ISODate.parse($0) }
        if endDateText != nil, endDate == nil { list.addProblem("END-DATE is not a valid date") }
        duration = list.value("DURATION") { Numbers.duration($0) }
        plannedDuration = list.value("PLANNED-DURATION") { Numbers.duration($0) }
        endsOnNext = list.flag("END-ON-NEXT")
        scte35Command = list.string("SCTE35-CMD")
        scte35Out = list.string("SCTE35-OUT")
        scte35In = list.string("SCTE35-IN")
        otherAttributes = list.rest
        if let startDate, let endDate, endDate < startDate { list.addProblem("END-DATE is before START-DATE") }
        // RFC 8216bis §4.4.5.1.
        if let startDate, let endDate, let duration, abs(startDate + duration - endDate) > DateRange.tolerance {
            list.addProblem("END-DATE is not the sum of START-DATE and DURATION")
        }
        if cue.contains("PRE"), cue.contains("POST") { list.addProblem("CUE is both PRE and POST") }
        if endsOnNext, rangeClass == nil || duration != nil || endDateText != nil {
            list.addProblem("END-ON-NEXT requires CLASS, and excludes DURATION and END-DATE")
        }
    }
}

extension CueMarker {
    /// Parses the text after a cue's colon, in any of the notations in use: empty, `30`, `"30"`, `DURATION=30`, `10/30`,
    /// `ElapsedTime=10,Duration=30`.
    init(kind: Kind, text: String?) {
        self.init(kind: kind)
        self.text = text
        guard let text, !text.isEmpty else { return }
        let bytes = Array(text.utf8)
        guard text.contains("=") else {
            let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { CueMarker.number($0) }
            if numbers.count == 2 { elapsed = numbers[0] }
            duration = numbers.last ?? nil
            return
        }
        for attribute in AttributeList(bytes, 0..<bytes.count).rest {
            switch attribute.name.uppercased() {
            case "DURATION": duration = CueMarker.number(attribute.value)
            case "ELAPSEDTIME", "ELAPSED": elapsed = CueMarker.number(attribute.value)
            default: break
            }
        }
    }

    private static func number(_ text: some StringProtocol) -> Double? {
        Numbers.duration(String(decoding: text.utf8.filter { $0 != ASCII.quote }, as: UTF8.self).trimmingSpaces())
    }
}

extension EncryptionKey {
    /// Reads the attributes of `EXT-X-KEY` and `EXT-X-SESSION-KEY`; nil without a method.
    init?(_ list: inout AttributeList) {
        guard let method = list.required("METHOD") else { return nil }
        self.init(method: Method(rawValue: method), uri: list.string("URI"))
        iv = list.value("IV") { Numbers.hexadecimal($0, length: 16) }
        keyFormat = list.string("KEYFORMAT") ?? EncryptionKey.identityFormat
        keyFormatVersions =
            list.value("KEYFORMATVERSIONS") { (text: String) -> [Int]? in
                let versions = text.split(separator: "/").compactMap { Numbers.natural(String($0)) }
                return versions.isEmpty ? nil : versions
            } ?? []
        otherAttributes = list.rest
        // RFC 8216bis §4.4.4.4: with NONE, no other attribute may be there.
        if self.method == .none, uri != nil || iv != nil || keyFormat != EncryptionKey.identityFormat || !keyFormatVersions.isEmpty {
            list.addProblem("METHOD=NONE has further attributes, which are ignored")
        }
        if self.method != .none, uri == nil { list.addProblem("attribute URI is missing") }
    }
}
