import PlayheadHLS
import Testing

@testable import PlayheadOrigin

@Suite("A broadcast")
struct LivePresentationTests {
    @Test("lists the last segments, repeats the recording after a discontinuity, and continues the numbering")
    func window() throws {
        let live = try Recordings.simple(
            LiveOptions(window: .segments(3), initialDuration: 0, startDate: 1_000_000_000, firstMediaSequence: 7))
        #expect(
            live.text(at: 18) == """
                #EXTM3U
                #EXT-X-VERSION:3
                #EXT-X-TARGETDURATION:4
                #EXT-X-MEDIA-SEQUENCE:9
                #EXT-X-INDEPENDENT-SEGMENTS
                #EXT-X-PROGRAM-DATE-TIME:2001-09-09T01:46:48.000Z
                #EXTINF:2.000,
                c.2.ts
                #EXT-X-DISCONTINUITY
                #EXT-X-PROGRAM-DATE-TIME:2001-09-09T01:46:50.000Z
                #EXTINF:4.000,
                a.3.ts
                #EXT-X-PROGRAM-DATE-TIME:2001-09-09T01:46:54.000Z
                #EXTINF:4.000,
                b.4.ts

                """)
    }

    @Test("increases the discontinuity sequence when a discontinuity leaves the window, and not before")
    func discontinuitySequence() throws {
        let live = try Recordings.simple(LiveOptions(window: .segments(2), initialDuration: 0))
        let with = live.text(at: 18)
        #expect(with.contains("#EXT-X-DISCONTINUITY\n") && !with.contains("DISCONTINUITY-SEQUENCE"))
        #expect(live.text(at: 20).contains("#EXT-X-DISCONTINUITY-SEQUENCE:1\n"))
        #expect(live.text(at: 1_000_000).contains("#EXT-X-DISCONTINUITY-SEQUENCE:99999\n"))
    }

    @Test("grows by a segment as soon as it is complete, and starts with a full window")
    func growing() throws {
        let live = try Recordings.simple(LiveOptions(window: .dvr(20), initialDuration: 20))
        func names(_ time: Double) -> [String] {
            live.text(at: time).split(separator: "\n").filter { $0.hasSuffix(".ts") }.map(String.init)
        }
        #expect(names(0) == ["a.0.ts", "b.1.ts", "c.2.ts", "a.3.ts", "b.4.ts", "c.5.ts"])
        #expect(names(3.999) == names(0))
        #expect(names(4) == ["b.1.ts", "c.2.ts", "a.3.ts", "b.4.ts", "c.5.ts", "a.6.ts"])
    }

    @Test("as an event lists everything, and ends at the configured time")
    func event() throws {
        let live = try Recordings.simple(LiveOptions(window: .event, initialDuration: 4, endsAfter: 7))
        #expect(live.text(at: 3) == live.text(at: 0))
        #expect(
            live.text(at: 7) == """
                #EXTM3U
                #EXT-X-VERSION:3
                #EXT-X-TARGETDURATION:4
                #EXT-X-MEDIA-SEQUENCE:0
                #EXT-X-PLAYLIST-TYPE:EVENT
                #EXT-X-INDEPENDENT-SEGMENTS
                #EXTINF:4.000,
                a.0.ts
                #EXTINF:4.000,
                b.1.ts
                #EXTINF:2.000,
                c.2.ts
                #EXT-X-ENDLIST

                """)
        #expect(live.text(at: 1e7) == live.text(at: 7))
    }

    @Test("serves a segment from its end until long after it has left the window")
    func segments() throws {
        let live = try Recordings.simple(LiveOptions(window: .segments(3), initialDuration: 0))
        #expect(live.status("b.1.ts", at: 7.99) == 404)
        #expect(live.answer(to: LiveRequest(path: "b.1.ts"), at: 8) == .media(LiveMedia(path: "b.ts")))
        // The segment leaves the window at 18 s; the window is 10 s long, and the segment 4 s.
        #expect(live.status("b.1.ts", at: 31.99) == 200)
        #expect(live.status("b.1.ts", at: 32) == 404)
        for name in ["b.0.ts", "b.2.ts", "b.1-1.ts", "b.99999999999999999999.ts", "b.-1.ts", "b.1.part0.ts"] {
            #expect(live.answer(to: LiveRequest(path: name), at: 20) != .media(LiveMedia(path: "b.ts")), "\(name)")
        }
    }

    @Test("has no segment far beyond the live edge, whatever its number")
    func distantSegment() throws {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\na.ts\n#EXT-X-ENDLIST\n"
        let live = try LivePresentation(
            RecordedPresentation(entry: "main.m3u8") { _ in text }, options: LiveOptions(initialDuration: 0))
        let names = [0, 1, 2, 999_999_999_999].map { "a.\($0).ts" }
        #expect(names.map { live.status($0, at: 10) } == [200, 404, 404, 404])
    }

    @Test("is parsed back to the same values at any time", arguments: [0.0, 0.1, 9.9, 123.4, 86_400, 1e9, .infinity, -5, .nan])
    func roundTrip(time: Double) throws {
        for options in [
            LiveOptions(window: .segments(6), startDate: 0), LiveOptions(window: .dvr(60), endsAfter: 100),
            LiveOptions(window: .segments(.max), initialDuration: 60, firstMediaSequence: .max),
        ] {
            let live = try Recordings.simple(options)
            let text = live.text(at: min(time, 1e4))
            guard case .media(let playlist) = try HLSPlaylist.parse(text) else {
                Issue.record("no media playlist: \(text)")
                continue
            }
            #expect(playlist.warnings.isEmpty)
            #expect(playlist.segments.allSatisfy { $0.uri.contains(".\($0.mediaSequence - live.options.firstMediaSequence).") })
            // Each pass of three segments has its own discontinuity sequence number.
            #expect(
                playlist.segments.allSatisfy { $0.discontinuitySequence == ($0.mediaSequence - live.options.firstMediaSequence) / 3 })
        }
    }

    @Test("gives alternate playlists the same duration, and keeps their paths")
    func alternatives() throws {
        let texts = [
            "main.m3u8": """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",URI="sound%20one/main.m3u8"
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",URI="text/main.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a",SUBTITLES="s"
            video/main.m3u8
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="frames.m3u8"
            """,
            "video/main.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n../v.ts\n#EXTINF:2.04,\nw.ts\n#EXT-X-ENDLIST\n",
            "sound one/main.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:3.9,\na.aac\n#EXTINF:2.08,\nb.aac\n#EXT-X-ENDLIST\n",
            "text/main.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\na.vtt\n#EXTINF:5,\nb.vtt\n#EXT-X-ENDLIST\n",
        ]
        let live = try LivePresentation(RecordedPresentation(entry: "main.m3u8") { texts[$0] }, options: LiveOptions(initialDuration: 0))
        #expect(!live.text(at: 0).contains("I-FRAME"))
        #expect(live.recording.duration == 6.04)
        #expect(
            live.text("sound one/main.m3u8", at: 13).contains("#EXTINF:3.900,\na.0.aac\n#EXTINF:2.140,\nb.1.aac\n#EXT-X-DISCONTINUITY\n"))
        #expect(live.text("text/main.m3u8", at: 13).contains("#EXTINF:5.000,\na.0.vtt\n#EXTINF:1.040,\nb.1.vtt\n#EXT-X-DISCONTINUITY\n"))
        #expect(live.text("video/main.m3u8", at: 4).contains("../v.0.ts"))
        #expect(live.answer(to: LiveRequest(path: "v.0.ts"), at: 4) == .media(LiveMedia(path: "v.ts")))
        #expect(live.answer(to: LiveRequest(path: "other.key"), at: 4) == .file("other.key"))
        for path in live.recording.order {
            #expect(live.text(path, at: 60.4).contains("#EXT-X-DISCONTINUITY-SEQUENCE:"))
        }
    }

    @Test(
        "writes keys with the initialization vectors of the recording's sequence numbers",
        arguments: ["AES-128", "AES-256", "AES-256-CTR", "SAMPLE-AES"])
    func keys(method: String) throws {
        let text = """
            #EXTM3U
            #EXT-X-TARGETDURATION:2
            #EXT-X-MEDIA-SEQUENCE:258
            #EXT-X-KEY:METHOD=\(method),URI="k"
            #EXTINF:2,
            a.ts
            #EXT-X-KEY:METHOD=NONE
            #EXTINF:2,
            b.ts
            """
        let live = try LivePresentation(RecordedPresentation(entry: "m.m3u8") { _ in text }, options: LiveOptions(window: .segments(2)))
        let shown = live.text("m.m3u8", at: 0)
        #expect(shown.contains("#EXT-X-KEY:METHOD=\(method),URI=\"k\",IV=0x00000000000000000000000000000102\n#EXTINF:2.000,\na.0.ts\n"))
        #expect(shown.contains("#EXT-X-KEY:METHOD=NONE\n#EXTINF:2.000,\nb.1.ts\n"))
    }

    @Test("adds no initialization vector to keys of the samples of fragmented MP4", arguments: ["SAMPLE-AES", "SAMPLE-AES-CTR"])
    func keysOfSamples(method: String) throws {
        let key = "#EXT-X-KEY:METHOD=\(method),URI=\"k\"\n"
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MAP:URI=\"i.mp4\"\n\(key)#EXTINF:2,\na.m4s\n#EXT-X-ENDLIST\n"
        let live = try LivePresentation(RecordedPresentation(entry: "m.m3u8") { _ in text }, options: LiveOptions(window: .segments(2)))
        #expect(live.text("m.m3u8", at: 0).contains(key))
    }

    @Test("adds no initialization vector to keys of other formats, which define theirs")
    func keysOfOtherFormats() throws {
        let key = "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://k\",KEYFORMAT=\"com.apple.streamingkeydelivery\"\n"
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n\(key)#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n"
        let live = try LivePresentation(RecordedPresentation(entry: "m.m3u8") { _ in text }, options: LiveOptions(window: .segments(2)))
        #expect(live.text("m.m3u8", at: 0).contains(key))
    }

    @Test("reports recordings that can't be broadcast")
    func refusals() {
        #expect(throws: RecordedPresentationError.missing("x.m3u8")) { try RecordedPresentation(entry: "x.m3u8") { _ in nil } }
        #expect(throws: RecordedPresentationError.self) { try RecordedPresentation(entry: "x.m3u8") { _ in "nonsense" } }
        #expect(throws: RecordedPresentationError.unusable("x.m3u8", "it has no segments")) {
            try RecordedPresentation(entry: "x.m3u8") { _ in "#EXTM3U\n#EXT-X-TARGETDURATION:1\n" }
        }
        #expect(throws: RecordedPresentationError.self) { try Recordings.simple(LiveOptions(parts: .resources)) }
    }

    @Test("lists every variant also for a second host")
    func redundant() throws {
        let live = try Recordings.lowLatency(LiveOptions(redundantBase: "http://b.test/"))
        #expect(
            live.text(at: 0).hasSuffix(
                "AUDIO=\"audio\"\nvideo/main.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=100000,AUDIO=\"audio\"\nhttp://b.test/video/main.m3u8\n"))
    }

    @Test("writes dates of the Gregorian calendar")
    func dates() {
        let expected: [(Int, String)] = [
            (0, "1970-01-01T00:00:00.000Z"), (951_827_696_789_499, "2000-02-29T12:34:56.789Z"),
            (4_107_542_399_999_600, "2100-03-01T00:00:00.000Z"), (-1000, "1969-12-31T23:59:59.999Z"),
        ]
        for (microseconds, text) in expected { #expect(DateText.format(microseconds) == text) }
    }
}
