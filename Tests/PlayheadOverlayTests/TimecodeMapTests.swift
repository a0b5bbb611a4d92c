import PlayheadCore
import Testing

@testable import PlayheadOverlay

@Suite("Time codes")
struct TimecodeMapTests {
    private static let dates = DateMap([.init(time: 0, date: 1000), .init(time: 60, date: 2000)])

    @Test("Without tags the time codes are the stream's dates, across discontinuities")
    func dates() {
        let map = TimecodeMap(dates: Self.dates)
        #expect(map.timecode(at: 10) == 1_010_000)
        #expect(map.timecode(at: 59.999) == 1_059_999)
        #expect(map.timecode(at: 60) == 2_000_000)
        #expect(map.time(of: 1_010_000) == 10)
        #expect(map.time(of: 2_005_000) == 65)
    }

    @Test("Without tags and dates there are no time codes")
    func nothing() {
        #expect(TimecodeMap().isEmpty)
        #expect(TimecodeMap().timecode(at: 1) == nil)
        #expect(TimecodeMap().time(of: 1) == nil)
    }

    @Test("Tags alone are interpolated by media time, also before the first tag")
    func tags() {
        var map = TimecodeMap()
        map.add(.init(time: 20, timecode: 9_000_000))
        map.add(.init(time: 10, timecode: 5_000_000))
        #expect(map.timecode(at: 8) == 4_998_000)
        #expect(map.timecode(at: 19.5) == 5_009_500)
        #expect(map.timecode(at: 20) == 9_000_000)
        #expect(map.timecode(at: 31.25) == 9_011_250)
        #expect(map.time(of: 9_001_000) == 21)
        #expect(map.time(of: 5_004_000) == 14)
    }

    @Test("A tag overrides the dates, and the dates extend it across a discontinuity")
    func both() {
        var map = TimecodeMap(dates: Self.dates)
        // A tag three seconds after the dates.
        map.add(.init(time: 30, timecode: 1_033_000))
        #expect(map.timecode(at: 10) == 1_013_000)
        #expect(map.timecode(at: 59) == 1_062_000)
        #expect(map.timecode(at: 61) == 2_004_000)
        // A tag after the discontinuity is valid by itself.
        map.add(.init(time: 62, timecode: 2_001_500))
        #expect(map.timecode(at: 61) == 2_004_000)
        #expect(map.timecode(at: 63) == 2_002_500)
        // A repeated time code is mapped to the earlier time.
        #expect(map.time(of: 2_003_500) == 60.5)
        #expect(map.time(of: 2_006_000) == 66.5)
    }

    @Test("Later dates are used, and a repeated tag counts once")
    func later() {
        var map = TimecodeMap()
        map.add(.init(time: 30, timecode: 1_033_000))
        map.add(.init(time: 30, timecode: 1_033_000))
        map.dates = Self.dates
        #expect(map.timecode(at: 61) == 2_004_000)
        map.add(.init(time: 30, timecode: 1_030_000))
        #expect(map.timecode(at: 61) == 2_001_000)
    }

    @Test("The order of tags does not matter")
    func order() {
        let tags = [(5.0, 9_000), (30, 1_033_000), (62, 2_001_500), (70, 5_000_000)].map {
            TimecodeMap.Tag(time: $0.0, timecode: Int64($0.1))
        }
        var forwards = TimecodeMap(dates: Self.dates)
        var backwards = forwards
        for tag in tags { forwards.add(tag) }
        for tag in tags.reversed() { backwards.add(tag) }
        #expect(forwards == backwards)
        for second in stride(from: 0.0, to: 80, by: 0.5) { #expect(forwards.timecode(at: second) == backwards.timecode(at: second)) }
    }

    @Test("The number of tags of an endless live stream is bounded")
    func many() {
        var map = TimecodeMap()
        for second in 0..<6000 { map.add(.init(time: Double(second), timecode: Int64(second) * 1000 + 7)) }
        #expect(map.timecode(at: 5999.5) == 5_999_507)
        #expect(map.timecode(at: 4000.25) == 4_000_257)
    }

    @Test("Each date is visited once, however many tags there are")
    func work() {
        let dates = DateMap((0..<1000).map { .init(time: Double($0), date: Double($0) * 2) })
        let tags = (0..<500).map { TimecodeMap.Tag(time: Double($0) * 2 + 0.5, timecode: Int64($0) * 5000) }
        var visits = 0
        let counted = dates.anchors.lazy.map { anchor in
            visits += 1
            return anchor
        }
        #expect(TimecodeMap.anchors(of: tags, among: counted, in: dates).count == 1500)
        #expect(visits == 1000)
    }

    private static let encoder = "com.elementaltechnologies.timestamp.utc"

    /// Returns the payload of an ID3 tag with two frames.
    private func tag(_ frame: EventFields) -> EventFields {
        ["frames": .array([.object(["id": "TIT2", "value": "x"]), .object(frame)])]
    }

    @Test("Time codes are read from JSON in an ID3 text", arguments: ["TXXX", "COMM", "TPE1"])
    func json(id: String) {
        let texts = [#"{"ut":1683251044200}"#, #"{"a":[1],"ut":"1683251044200"}"#, #"{"ut":1683251044200.4}"#]
        for text in texts {
            #expect(TimecodeMap.timecode(in: tag(["id": .string(id), "value": .string(text)])) == 1_683_251_044_200)
        }
    }

    @Test("Time codes are read from an encoder's clock in ID3, with or without fractions")
    func encoderClock() {
        // 2023-05-05T01:44:04.200+00:00 and 2023-05-05T01:44:04Z
        let precise: EventFields = [
            "id": "PRIV", "owner": .string(Self.encoder), "data": "MjAyMy0wNS0wNVQwMTo0NDowNC4yMDArMDA6MDA=",
        ]
        let whole: EventFields = ["id": "PRIV", "owner": .string(Self.encoder), "data": "MjAyMy0wNS0wNVQwMTo0NDowNFo="]
        #expect(TimecodeMap.timecode(in: tag(precise)) == 1_683_251_044_200)
        #expect(TimecodeMap.timecode(in: tag(whole)) == 1_683_251_044_000)
    }

    @Test("Other tags contain no time code")
    func others() {
        let frames: [EventFields] = [
            ["id": "TXXX", "value": "ut"], ["id": "TXXX", "value": #"{"ut":[]}"#], ["id": "TIT2", "value": #"{"ut":1}"#],
            ["id": "TXXX", "value": #"{"ut":1e300}"#], ["id": "PRIV", "owner": .string(Self.encoder), "data": "bm93"],
            ["id": "PRIV", "owner": "com.example", "data": "MjAyMy0wNS0wNVQwMTo0NDowNFo="],
        ]
        for frame in frames { #expect(TimecodeMap.timecode(in: tag(frame)) == nil) }
        #expect(TimecodeMap.timecode(in: [:]) == nil)
    }
}
