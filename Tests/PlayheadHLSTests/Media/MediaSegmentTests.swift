import Testing

@testable import PlayheadHLS

@Suite struct MediaSegmentTests {
    @Test func segmentsHaveNumbersAndTimes() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-VERSION:3
            #EXT-X-TARGETDURATION:8
            #EXT-X-MEDIA-SEQUENCE:2680
            #EXTINF:7.975,
            a.ts
            #EXTINF:7.941,the second, of three
            b.ts
            #EXTINF:7,
            c.ts
            """)
        #expect(playlist.segments.map(\.mediaSequence) == [2680, 2681, 2682])
        #expect(playlist.segments.map(\.startTime) == [0, 7.975, 7.975 + 7.941])
        #expect(playlist.segments[1].title == "the second, of three")
        #expect(playlist.duration == 7.975 + 7.941 + 7)
        #expect(!playlist.hasEndList)
        #expect(playlist.warnings == [])
        #expect(playlist.segment(at: 7.975)?.uri == "b.ts")
        #expect(playlist.segment(at: 7.974)?.uri == "a.ts")
        #expect(playlist.segment(at: 30) == nil)
        #expect(playlist.segment(at: -1) == nil)
        #expect(playlist.segment(at: .nan) == nil)
    }

    @Test func discontinuitiesAreCountedFromTheWrittenNumber() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            #EXT-X-DISCONTINUITY-SEQUENCE:7
            #EXTINF:4,
            a.ts
            #EXT-X-DISCONTINUITY
            #EXTINF:4,
            b.ts
            #EXTINF:4,
            c.ts
            #EXT-X-DISCONTINUITY
            """)
        #expect(playlist.segments.map(\.discontinuitySequence) == [7, 8, 8])
        #expect(playlist.segments.map(\.hasDiscontinuity) == [false, true, false])
        #expect(playlist.openSegment?.discontinuitySequence == 9)
        #expect(playlist.openSegment?.mediaSequence == 3)
    }

    @Test func everyDiscontinuityTagCounts() throws {
        let playlist = try media(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-DISCONTINUITY\n#EXT-X-DISCONTINUITY\n#EXTINF:4,\na.ts\n#EXTINF:4,\nb.ts\n")
        #expect(playlist.segments.map(\.discontinuitySequence) == [2, 2])
        #expect(try media(playlist.text) == playlist)
    }

    @Test(arguments: [("#EXT-X-ENDLIST", true), ("#EXT-X-PLAYLIST-TYPE:VOD", true), ("#EXT-X-PLAYLIST-TYPE:EVENT", false), ("#", false)])
    func completePlaylistsAreNotLoadedAgain(line: String, isComplete: Bool) throws {
        #expect(try media("#EXTM3U\n#EXT-X-TARGETDURATION:4\n\(line)\n#EXTINF:4,\na.ts\n").isComplete == isComplete)
    }

    @Test func rangesWithoutOffsetFollowTheRangeBefore() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            #EXT-X-MAP:URI="all.mp4",BYTERANGE="700@0"
            #EXTINF:4,
            #EXT-X-BYTERANGE:1000@700
            all.mp4
            #EXTINF:4,
            #EXT-X-BYTERANGE:500
            all.mp4
            #EXTINF:4,
            #EXT-X-BYTERANGE:20
            all.mp4
            #EXTINF:4,
            whole.mp4
            """)
        #expect(playlist.segments.map(\.byteRange?.offset) == [700, 1700, 2200, nil])
        #expect(playlist.segments.map(\.byteRange?.end) == [1700, 2200, 2220, nil])
        #expect(playlist.segments[3].map?.byteRange == ByteRange(offset: 0, length: 700))
        #expect(playlist.segments[0].map === playlist.segments[3].map)
        #expect(playlist.warnings == [])
    }

    @Test func rangesOfAnotherResourceWithoutOffsetGiveAWarning() throws {
        let playlist = try media(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n#EXT-X-BYTERANGE:10@5\na.ts\n#EXTINF:4,\n#EXT-X-BYTERANGE:10\nb.ts\n")
        #expect(playlist.segments[1].byteRange == ByteRange(offset: 15, length: 10))
        #expect(playlist.warnings.map(\.line) == [8])
    }

    @Test func hugeRangesNeverOverflow() throws {
        let huge = String(Numbers.maximumInteger)
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n"
        for _ in 0..<20 { text += "#EXTINF:4,\n#EXT-X-BYTERANGE:\(huge)\na.ts\n" }
        text += "#EXTINF:4,\n#EXT-X-BYTERANGE:99999999999999999999@1\na.ts\n"
        let playlist = try media(text)
        #expect(playlist.segments[0].byteRange == ByteRange(offset: 0, length: Numbers.maximumInteger))
        #expect(playlist.segments.last?.byteRange == nil)
        #expect(ByteRange(offset: .max, length: 1).end == .max)
    }

    @Test func keysApplyUntilTheNextOfTheirFormat() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            #EXTINF:4,
            clear.ts
            #EXT-X-KEY:METHOD=AES-128,URI="k1",IV=0x0000000000000000000000000000002A
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://x",KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1/2"
            #EXTINF:4,
            both.ts
            #EXT-X-KEY:METHOD=AES-128,URI="k2"
            #EXTINF:4,
            rotated.ts
            #EXT-X-KEY:METHOD=NONE
            #EXTINF:4,
            clear-again.ts
            """)
        #expect(playlist.segments.map { $0.keys.map(\.uri) } == [[], ["k1", "skd://x"], ["k2", "skd://x"], []])
        let first = playlist.segments[1].keys[0]
        #expect(first.initializationVector(mediaSequence: 9) == [UInt8](repeating: 0, count: 15) + [42])
        #expect(playlist.segments[2].keys[0].initializationVector(mediaSequence: 258).suffix(3) == [0, 1, 2])
        #expect(playlist.segments[1].keys[1].keyFormatVersions == [1, 2])
        #expect(playlist.warnings == [])
    }

    @Test func mapKeepsTheKeysBeforeIt() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            #EXT-X-KEY:METHOD=AES-128,URI="k1"
            #EXT-X-MAP:URI="init.mp4"
            #EXT-X-KEY:METHOD=NONE
            #EXTINF:4,
            a.mp4
            """)
        #expect(playlist.segments[0].keys == [])
        #expect(playlist.segments[0].map?.keys.map(\.uri) == ["k1"])
        let again = try media(playlist.text)
        #expect(again.segments == playlist.segments)
    }

    @Test func gapAndBitrateApplyToTheirSegments() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            #EXT-X-BITRATE:800
            #EXTINF:4,
            a.ts
            #EXT-X-GAP
            #EXTINF:4,
            b.ts
            #EXTINF:4,
            #EXT-X-BYTERANGE:10@0
            c.ts
            #EXTINF:4,
            d.ts
            """)
        #expect(playlist.segments.map(\.isGap) == [false, true, false, false])
        #expect(playlist.segments.map(\.bitrate) == [800, 800, nil, 800])
    }

    @Test func urisResolveAgainstThePlaylist() throws {
        let playlist = try media(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n../seg/1.ts?t=1\n", url: "https://cdn.example/a/b/c.m3u8?token=x/y")
        #expect(playlist.segments[0].uri == "../seg/1.ts?t=1")
        #expect(playlist.url(for: playlist.segments[0].uri) == "https://cdn.example/a/seg/1.ts?t=1")
        #expect(playlist.url(for: "/root.ts") == "https://cdn.example/root.ts")
    }
}
