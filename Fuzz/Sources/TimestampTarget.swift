import PlayheadCore
import PlayheadMetadata

@testable import PlayheadCaptions
@testable import PlayheadHLS

/// Parses ISO 8601 dates, WebVTT times, timestamp maps to the MPEG-2 clock and its wrap, and date ranges on a timeline.
enum TimestampTarget {
    static func run(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        if let time = WebVTTTimestamp.parse(input[...]) { require(time >= 0 && time.isFinite, "a time is \(time)") }
        maps(text)
        date(text)
    }

    private static func date(_ text: String) {
        let parts = text.split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        let dates = parts.map { ISODate.parse($0) }
        for date in dates.compactMap({ $0 }) {
            require(date.isFinite, "a date is \(date)")
            let facts = ProgramDateTimeFacts(start: 0, end: 1, date: date)
            _ = facts.timedMetadata
        }
        guard let first = dates.first ?? nil else { return }
        let map = DateMap([DateMap.Anchor(time: 0, date: first), DateMap.Anchor(time: 60, date: dates.last.flatMap { $0 } ?? first)])
        let ranges = zip(parts, dates).enumerated().map { index, entry in
            DateRangeFacts(id: "\(index)", rangeClass: "c", startDateText: entry.0, startDate: entry.1, endsOnNext: index % 2 == 0)
        }
        var schedule = MetadataSchedule()
        let metadata = DateRangeMetadata.timed(ranges, dates: map)
        require(schedule.insert(metadata).parsed.count == metadata.count, "a range of another name is another")
        require(schedule.insert(metadata).parsed.isEmpty, "nothing is new the second time")
        for piece in metadata { require((piece.end ?? piece.start) >= piece.start, "a range ends before it starts") }
    }

    private static func maps(_ text: String) {
        guard let map = TimestampMap(text) else { return }
        require(map.mpegTicks < 1 << 33, "a timestamp has more than 33 bits")
        var file = WebVTTFile()
        file.headerMetadata = [WebVTTFile.HeaderField(name: TimestampMap.headerName, value: text)]
        file.cues = [CaptionCue(startTime: 1, endTime: 2, text: "a")]
        var placer = SegmentCuePlacer()
        let cues = placer.cues(of: file, at: SegmentPlace(start: 200_000, duration: 6, timestampOffset: 3))
        require(cues.allSatisfy { $0.startTime.isFinite && $0.endTime >= $0.startTime }, "a cue has no sensible time")
    }
}
