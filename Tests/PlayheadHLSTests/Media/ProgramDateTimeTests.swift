import Testing

@testable import PlayheadHLS

@Suite struct ProgramDateTimeTests {
    @Test func datesRunForwardsAndBackwardsAcrossDiscontinuities() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:10
            #EXTINF:4,
            a.ts
            #EXTINF:6,
            b.ts
            #EXT-X-PROGRAM-DATE-TIME:1970-01-01T01:00:20.500+01:00
            #EXTINF:10,
            c.ts
            #EXT-X-DISCONTINUITY
            #EXTINF:2,
            d.ts
            #EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:10:00Z
            #EXTINF:1,
            e.ts
            #EXT-X-PART:DURATION=0.5,URI="f.0.ts"
            """)
        #expect(playlist.segments.map(\.programDateTime) == [10.5, 14.5, 20.5, 30.5, 600])
        #expect(playlist.segments.map { $0.programDateTimeText != nil } == [false, false, true, false, true])
        #expect(playlist.openSegment?.programDateTime == 601)
    }

    @Test func aDateOfTheOpenSegmentRunsBackwards() throws {
        let playlist = try media("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:01:00Z\n")
        #expect(playlist.segments[0].programDateTime == 56)
    }

    @Test func withoutDatesThereAreNone() throws {
        let playlist = try media("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PROGRAM-DATE-TIME:yesterday\n#EXTINF:4,\na.ts\n")
        #expect(playlist.segments[0].programDateTime == nil)
        #expect(playlist.warnings.map(\.line) == [3])
    }

    @Test(arguments: [
        ("2016-06-22T09:20:16.166-04:00", 1_466_601_616.166), ("1970-01-01T00:00:00Z", 0), ("2000-02-29T23:59:59Z", 951_868_799),
        ("1969-12-31T23:59:59.5Z", -0.5), ("2026-11-21T18:00:00+0530", 1_795_264_200), ("2026-11-21T18:00:00+05", 1_795_266_000),
        ("2026-11-21t18:00:00z", 1_795_284_000), ("2026-11-21T18:00:00", 1_795_284_000), ("2026-11-21T18:00Z", 1_795_284_000),
        ("2016-12-31T23:59:60Z", 1_483_228_800), ("0001-01-01T00:00:00Z", -62_135_596_800),
    ])
    func datesAreRead(text: String, seconds: Double) throws {
        #expect(abs(try #require(ISODate.parse(text)) - seconds) < 1e-6)
    }

    @Test(arguments: [
        "", "2026", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-01", "2026-01-01T25:00:00Z", "2026-01-01T00:61:00Z",
        "2026-01-01T00:00:00X",
        "2026-01-01T00:00:00+1", "2026-01-01T00:00:00Zz", "२०२६-01-01T00:00:00Z",
    ])
    func invalidDatesAreAbsent(text: String) {
        #expect(ISODate.parse(text) == nil)
    }
}
