import PlayheadCore
import PlayheadMetadata
import Testing

@Suite("Metadata of playlists")
struct PlaylistMetadataTests {
    private let dates = DateMap([DateMap.Anchor(time: 100, date: 1000)])

    private func metadata(_ metadata: TimedMetadata?) -> EventFields? {
        guard case .object(let fields) = metadata?.fields["metadata"] else { return nil }
        return fields
    }

    // MARK: - Date ranges

    @Test("a date range has the payload of onMeta")
    func payload() throws {
        let range = DateRangeFacts(
            id: "ad", rangeClass: "c", startDateText: "1970-01-01T00:16:50Z", startDate: 1010, plannedDuration: 30.5,
            otherAttributes: [.init(name: "X-A", value: "b"), .init(name: "X-N", value: "4.5", isQuoted: false)])
        let timed = try #require(DateRangeMetadata.timed([range], dates: dates).first)
        #expect(timed.kind == .dateRange)
        #expect(timed.start == 110)
        #expect(timed.end == 140.5)
        #expect(timed.identity == "ad")
        #expect(timed.fields["metadataTime"] == 110.0)
        let fields = try #require(metadata(timed))
        #expect(fields["tag"] == "EXT-X-DATERANGE")
        #expect(
            fields["content"]
                == "ID=\"ad\",CLASS=\"c\",START-DATE=\"1970-01-01T00:16:50Z\",PLANNED-DURATION=30.5,X-A=\"b\",X-N=4.5")
        #expect(
            fields["attributes"]
                == .array([
                    .object(["name": "ID", "value": "ad"]), .object(["name": "CLASS", "value": "c"]),
                    .object(["name": "START-DATE", "value": "1970-01-01T00:16:50Z"]),
                    .object(["name": "PLANNED-DURATION", "value": 30.5]), .object(["name": "X-A", "value": "b"]),
                    .object(["name": "X-N", "value": 4.5]),
                ]))
        #expect(fields["start"] == 110.0)
        #expect(fields["end"] == 140.5)
        #expect(fields["duration"] == 30.5)
        #expect(fields["startDate"] == "1970-01-01T00:16:50Z")
        #expect(fields["endDate"] == .null)
    }

    @Test("the end is END-DATE, else DURATION, else the next of the class, else PLANNED-DURATION, else unknown")
    func ends() {
        func end(_ range: DateRangeFacts) -> Double? {
            let next = DateRangeFacts(id: "next", rangeClass: "c", startDate: 1050)
            let same = DateRangeFacts(id: "same", rangeClass: "c", startDate: 1010)
            let foreign = DateRangeFacts(id: "foreign", rangeClass: "d", startDate: 1020)
            return DateRangeMetadata.timed([next, foreign, range, same], dates: dates).first { $0.identity == "x" }?.end
        }
        var range = DateRangeFacts(id: "x", rangeClass: "c", startDate: 1010)
        #expect(end(range) == nil)
        range.plannedDuration = 7
        #expect(end(range) == 117)
        range.endsOnNext = true
        #expect(end(range) == 150)
        range.duration = 3
        #expect(end(range) == 113)
        range.endDate = 1015
        #expect(end(range) == 115)
        range.endDate = 900
        #expect(end(range) == 110)
    }

    @Test("a range has no position without dates or without its own date")
    func noPlace() {
        #expect(DateRangeMetadata.timed([DateRangeFacts(id: "x", startDate: 1010)], dates: DateMap()).isEmpty)
        #expect(DateRangeMetadata.timed([DateRangeFacts(id: "x", startDate: nil)], dates: dates).isEmpty)
    }

    @Test("tags of the same identifier complete one another")
    func completing() {
        let first = DateRangeFacts(
            id: "x", startDateText: "s", startDate: 1010, otherAttributes: [.init(name: "X-A", value: "1"), .init(name: "X-B", value: "2")])
        let second = DateRangeFacts(id: "x", startDate: nil, duration: 5, otherAttributes: [.init(name: "X-A", value: "3")])
        let timed = DateRangeMetadata.timed([first, second], dates: dates)
        #expect(timed.map(\.end) == [115])
        #expect(metadata(timed.first)?["content"] == "ID=\"x\",START-DATE=\"s\",DURATION=5,X-B=\"2\",X-A=\"3\"")
    }

    @Test("splice commands in a range are read")
    func splices() {
        let range = DateRangeFacts(id: "x", startDate: 1010, scte35Out: SpliceInfoSectionTests.signal, scte35In: "0xnonsense")
        let fields = metadata(DateRangeMetadata.timed([range], dates: dates).first)
        guard case .object(let splices) = fields?["scte35"], case .object(let out) = splices["out"] else {
            Issue.record("no splices")
            return
        }
        #expect(out["command"] == "time_signal")
        #expect(splices["in"] == nil)
    }

    @Test("a reloaded playlist has no news, except an end that becomes known")
    func reloads() {
        var schedule = MetadataSchedule()
        var range = DateRangeFacts(id: "x", rangeClass: "c", startDate: 1010, endsOnNext: true)
        #expect(schedule.insert(DateRangeMetadata.timed([range], dates: dates)).parsed.count == 1)
        let moved = DateMap([DateMap.Anchor(time: 104.00001, date: 1004)])
        #expect(schedule.insert(DateRangeMetadata.timed([range], dates: moved)).parsed.isEmpty)
        let next = DateRangeFacts(id: "y", rangeClass: "c", startDate: 1050)
        #expect(schedule.insert(DateRangeMetadata.timed([range, next], dates: moved)).parsed.map(\.identity) == ["x", "y"])
        range.rangeClass = "other"
        #expect(schedule.insert(DateRangeMetadata.timed([range, next], dates: moved)).parsed.map(\.end) == [nil])
    }

    // MARK: - Program date time

    @Test("a program date time has the payload of onMeta")
    func programDateTime() {
        let timed = ProgramDateTimeFacts(start: 6, end: 12, date: 0, text: "1970-01-01T01:00:00+01:00").timedMetadata
        #expect(timed.kind == .programDateTime)
        #expect(timed.start == 6)
        #expect(timed.end == 12)
        #expect(
            timed.fields == [
                "programDateTime": "1970-01-01T01:00:00+01:00", "metadataTime": 6.0,
                "metadata": .object(["programDateTime": "1970-01-01T01:00:00+01:00", "start": 6.0, "end": 12.0]),
            ])
    }

    @Test(
        "a date without its text is written in UTC",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1_795_222_800.123, "2026-11-21T01:00:00.123Z"), (951_782_400, "2000-02-29T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.000Z"), (1e300, "9999-12-31T23:59:59.000Z"), (-1e300, "0000-01-01T00:00:00.000Z"),
        ] as [(Double, String)])
    func writtenDates(date: Double, text: String) {
        #expect(ProgramDateTimeFacts(start: 0, end: 1, date: date).timedMetadata.fields["programDateTime"] == .string(text))
    }

    // MARK: - Cue tags

    @Test("EXT-X-CUE-OUT is a break up to EXT-X-CUE-IN, which is an instant")
    func breaks() {
        var breaks = CueBreaks()
        let timed = breaks.timed([
            CueMarkerFacts(kind: .out, time: 10, duration: 30, text: "DURATION=30"),
            CueMarkerFacts(kind: .outContinued, time: 20, duration: 30, elapsed: 10), CueMarkerFacts(kind: .in, time: 38),
        ])
        #expect(timed.map(\.kind) == [.scte35, .scte35])
        #expect(timed.map(\.start) == [10, 38])
        #expect(timed.map(\.end) == [38, 38])
        #expect(metadata(timed.first)?["tag"] == "EXT-X-CUE-OUT")
        #expect(metadata(timed.first)?["content"] == "DURATION=30")
        #expect(metadata(timed.first)?["command"] == "out")
        #expect(metadata(timed.last)?["command"] == "in")
    }

    @Test("a current break has its declared duration, or no known end")
    func runningBreaks() {
        var breaks = CueBreaks()
        #expect(breaks.timed([CueMarkerFacts(kind: .out, time: 10, duration: 30)]).map(\.end) == [40])
        #expect(breaks.timed([CueMarkerFacts(kind: .out, time: 100)]).map(\.end) == [nil])
    }

    @Test("a break keeps its identity when its beginning leaves the window and only continuations remain")
    func slidingBreaks() {
        var breaks = CueBreaks()
        let first = breaks.timed([CueMarkerFacts(kind: .out, time: 10.5, duration: 30)])
        let later = breaks.timed([CueMarkerFacts(kind: .outContinued, time: 22.5, duration: 30, elapsed: 12.1)])
        #expect(later.map(\.identity) == first.map(\.identity))
        #expect(later.map(\.start) == [10.5])
        let silent = breaks.timed([CueMarkerFacts(kind: .outContinued, time: 28.5)])
        #expect(silent.map(\.identity) == first.map(\.identity))
        let after = breaks.timed([CueMarkerFacts(kind: .in, time: 40.5), CueMarkerFacts(kind: .out, time: 100)])
        #expect(after.count == 2)
        #expect(after.last?.identity != first.first?.identity)
        #expect(breaks.timed([CueMarkerFacts(kind: .outContinued, time: 300)]).map(\.start) == [100])
    }

    @Test("the start of a break is known after joining in its middle")
    func joining() {
        var breaks = CueBreaks()
        let timed = breaks.timed([CueMarkerFacts(kind: .outContinued, time: 0, duration: 60, elapsed: 20)])
        #expect(timed.map(\.start) == [-20])
        #expect(timed.map(\.end) == [40])
    }
}
