import Testing

@testable import PlayheadHLS

@Suite struct DateRangeTests {
    @Test func everyAttributeIsRead() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            #EXT-X-MEDIA-SEQUENCE:50
            #EXTINF:4,
            a.ts
            #EXT-X-DATERANGE:ID="ad 1",CLASS="com.example.ad",START-DATE="1970-01-01T00:01:00Z",CUE="PRE,ONCE",END-DATE="1970-01-01T00:01:30Z",\
            DURATION=30,PLANNED-DURATION=31.5,SCTE35-OUT=0xFC30,X-COM-NAME="a, \\"b",X-NUMBER=4.5
            #EXT-X-DATERANGE:ID="ad 2",CLASS="c",START-DATE="1970-01-01T00:02:00Z",END-ON-NEXT=YES,SCTE35-CMD=0xFC31,SCTE35-IN=0xFC32
            #EXTINF:4,
            b.ts
            """)
        let range = try #require(playlist.dateRanges.first)
        #expect(range.id == "ad 1" && range.rangeClass == "com.example.ad")
        #expect(range.startDate == 60 && range.endDate == 90 && range.duration == 30 && range.plannedDuration == 31.5)
        #expect(range.cue == ["PRE", "ONCE"])
        #expect(range.scte35Out == "0xFC30")
        #expect(range.otherAttributes.map(\.name) == ["X-COM-NAME", "X-NUMBER"])
        #expect(range.mediaSequence == 51)
        #expect(
            playlist.dateRanges[1].endsOnNext && playlist.dateRanges[1].scte35Command == "0xFC31"
                && playlist.dateRanges[1].scte35In == "0xFC32")
        #expect(try media(playlist.text).dateRanges == playlist.dateRanges)
    }

    @Test(arguments: [
        (#"START-DATE="1970-01-01T00:00:00Z""#, "ID is missing"), (#"ID="a",START-DATE="soon""#, "START-DATE is not a valid date"),
        (#"ID="a""#, "START-DATE is missing"),
        (#"ID="a",START-DATE="1970-01-02T00:00:00Z",END-DATE="1970-01-01T00:00:00Z""#, "END-DATE is before"),
        (#"ID="a",START-DATE="1970-01-02T00:00:00Z",DURATION=-1"#, "DURATION"),
        (#"ID="a",START-DATE="1970-01-02T00:00:00Z",END-ON-NEXT=YES"#, "CLASS"),
        (
            #"ID="a",START-DATE="1970-01-02T00:00:00Z",END-DATE="1970-01-02T00:01:00Z",DURATION=30"#,
            "is not the sum of START-DATE and DURATION"
        ),
        (#"ID="a",START-DATE="1970-01-02T00:00:00Z",CUE="PRE,POST""#, "both PRE and POST"),
    ])
    func violationsGiveWarnings(attributes: String, message: String) throws {
        let playlist = try media(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:00Z\n#EXT-X-DATERANGE:\(attributes)\n")
        #expect(playlist.warnings.count == 1 && playlist.warnings.first?.line == 4)
        #expect(playlist.warnings.first?.message.contains(message) == true)
    }

    @Test("date ranges require a segment with a date")
    func withoutDates() throws {
        let playlist = try media(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"1970-01-02T00:00:00Z\"\n#EXTINF:4,\na\n")
        #expect(playlist.warnings.map(\.message) == ["#EXT-X-DATERANGE without any #EXT-X-PROGRAM-DATE-TIME"])
    }

    @Test(
        arguments: [
            ("#EXT-X-CUE-OUT", CueMarker.Kind.out, nil, nil), ("#EXT-X-CUE-OUT:30.5", .out, 30.5, nil),
            ("#EXT-X-CUE-OUT:DURATION=\"19.0\"", .out, 19, nil),
            ("#EXT-X-CUE-OUT:\"19\"", .out, 19, nil), ("#EXT-X-CUE-OUT-CONT:8/30", .outContinued, 30, 8),
            ("#EXT-X-CUE-OUT-CONT:ElapsedTime=5.9,Duration=201,SCTE35=/DA", .outContinued, 201, 5.9), ("#EXT-X-CUE-IN", .in, nil, nil),
            ("#EXT-X-CUE-OUT:soon", .out, nil, nil), ("#EXT-X-CUE-OUT:-3", .out, nil, nil),
        ] as [(String, CueMarker.Kind, Double?, Double?)])
    func cuesAreReadInTheirNotations(line: String, kind: CueMarker.Kind, duration: Double?, elapsed: Double?) throws {
        let playlist = try media("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n\(line)\n#EXTINF:4,\nb.ts\n")
        let marker = try #require(playlist.cueMarkers.first)
        #expect(marker.kind == kind && marker.duration == duration && marker.elapsed == elapsed && marker.mediaSequence == 1)
        #expect(try media(playlist.text).cueMarkers == playlist.cueMarkers)
    }
}
