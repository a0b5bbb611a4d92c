import Testing

@testable import PlayheadHLS

@Suite struct LowLatencyTests {
    static let text = """
        #EXTM3U
        #EXT-X-TARGETDURATION:4
        #EXT-X-VERSION:9
        #EXT-X-PART-INF:PART-TARGET=1.004
        #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3.012,CAN-SKIP-UNTIL=24,CAN-SKIP-DATERANGES=YES,HOLD-BACK=12.5
        #EXT-X-MEDIA-SEQUENCE:100
        #EXT-X-SKIP:SKIPPED-SEGMENTS=5,RECENTLY-REMOVED-DATERANGES="one	two"
        #EXTINF:4,
        s105.mp4
        #EXT-X-PART:DURATION=1.004,URI="s106.mp4",BYTERANGE="100@0",INDEPENDENT=YES
        #EXT-X-PART:DURATION=1.004,URI="s106.mp4",BYTERANGE="120"
        #EXTINF:2.008,
        s106.mp4
        #EXT-X-PART:DURATION=1,URI="s107.0.mp4",GAP=YES
        #EXT-X-PRELOAD-HINT:TYPE=PART,URI="s107.1.mp4",BYTERANGE-START=10,BYTERANGE-LENGTH=20
        #EXT-X-PRELOAD-HINT:TYPE=MAP,URI="init2.mp4"
        #EXT-X-RENDITION-REPORT:URI="../audio/live.m3u8",LAST-MSN=107,LAST-PART=0
        """

    @Test func everyTagIsParsed() throws {
        let playlist = try media(Self.text)
        #expect(playlist.warnings == [])
        #expect(playlist.partTargetDuration == 1.004)
        let control = try #require(playlist.serverControl)
        #expect(control.canBlockReload && control.canSkipDateRanges)
        #expect(control.canSkipUntil == 24 && control.holdBack == 12.5 && control.partHoldBack == 3.012)
        #expect(playlist.skipped == SkippedSegments(count: 5, recentlyRemovedDateRanges: ["one", "two"]))
        #expect(playlist.segments.map(\.mediaSequence) == [105, 106])
        #expect(playlist.segments[1].parts.map(\.byteRange?.offset) == [0, 100])
        #expect(playlist.segments[1].parts.map(\.isIndependent) == [true, false])
        let open = try #require(playlist.openSegment)
        #expect(open.mediaSequence == 107 && open.uri.isEmpty && open.duration == 1 && open.startTime == 4 + 2.008)
        #expect(open.parts == [PartialSegment(uri: "s107.0.mp4", duration: 1, isGap: true)])
        #expect(playlist.preloadHints.map(\.type) == [.part, .map])
        #expect(playlist.preloadHints[0].byteRangeStart == 10 && playlist.preloadHints[0].byteRangeLength == 20)
        #expect(playlist.renditionReports == [RenditionReport(uri: "../audio/live.m3u8", lastMediaSequence: 107, lastPart: 0)])
    }

    @Test func printsTheSameMeaning() throws {
        let playlist = try media(Self.text)
        #expect(try media(playlist.text) == playlist)
    }

    @Test(arguments: [
        ("PART-HOLD-BACK=1.5", "PART-HOLD-BACK is below"), ("HOLD-BACK=11,PART-HOLD-BACK=3", "HOLD-BACK is below three"),
        ("CAN-SKIP-UNTIL=20,PART-HOLD-BACK=3", "CAN-SKIP-UNTIL is below"),
        ("CAN-SKIP-DATERANGES=YES,PART-HOLD-BACK=3", "without CAN-SKIP-UNTIL"),
        ("CAN-BLOCK-RELOAD=YES", "without PART-HOLD-BACK"), ("CAN-BLOCK-RELOAD=MAYBE,PART-HOLD-BACK=3", "CAN-BLOCK-RELOAD"),
    ])
    func impossibleServerControlGivesAWarning(attributes: String, message: String) throws {
        let playlist = try media("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PART-INF:PART-TARGET=1\n#EXT-X-SERVER-CONTROL:\(attributes)\n")
        #expect(playlist.warnings.count == 1)
        #expect(playlist.warnings.first?.message.contains(message) == true)
    }
}
