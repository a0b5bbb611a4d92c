import OriginTestSupport
import PlayheadHLS
import PlayheadTestKit
import Testing

@testable import PlayheadOrigin

@Suite("A broadcast with low latency")
struct LowLatencyTests {
    private let live: LivePresentation

    init() throws {
        live = try Recordings.lowLatency(LiveOptions(window: .segments(4), initialDuration: 0, firstMediaSequence: 10))
    }

    @Test("lists the parts of the newest segments, a preload hint, and rendition reports")
    func text() {
        #expect(
            live.text("video/main.m3u8", at: 8.6) == """
                #EXTM3U
                #EXT-X-VERSION:9
                #EXT-X-TARGETDURATION:2
                #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.500,CAN-SKIP-UNTIL=12.000
                #EXT-X-PART-INF:PART-TARGET=0.500
                #EXT-X-MEDIA-SEQUENCE:10
                #EXT-X-MAP:URI="init.mp4"
                #EXTINF:2.000,
                s0.0.m4s
                #EXT-X-PART:DURATION=0.500,URI="s1.1.part0.m4s",INDEPENDENT=YES
                #EXT-X-PART:DURATION=0.500,URI="s1.1.part1.m4s"
                #EXT-X-PART:DURATION=0.500,URI="s1.1.part2.m4s"
                #EXT-X-PART:DURATION=0.500,URI="s1.1.part3.m4s"
                #EXTINF:2.000,
                s1.1.m4s
                #EXT-X-DISCONTINUITY
                #EXT-X-PART:DURATION=0.500,URI="s0.2.part0.m4s",INDEPENDENT=YES
                #EXT-X-PART:DURATION=0.500,URI="s0.2.part1.m4s"
                #EXT-X-PART:DURATION=0.500,URI="s0.2.part2.m4s"
                #EXT-X-PART:DURATION=0.500,URI="s0.2.part3.m4s"
                #EXTINF:2.000,
                s0.2.m4s
                #EXT-X-PART:DURATION=0.500,URI="s1.3.part0.m4s",INDEPENDENT=YES
                #EXT-X-PART:DURATION=0.500,URI="s1.3.part1.m4s"
                #EXT-X-PART:DURATION=0.500,URI="s1.3.part2.m4s"
                #EXT-X-PART:DURATION=0.500,URI="s1.3.part3.m4s"
                #EXTINF:2.000,
                s1.3.m4s
                #EXT-X-DISCONTINUITY
                #EXT-X-PART:DURATION=0.500,URI="s0.4.part0.m4s",INDEPENDENT=YES
                #EXT-X-PRELOAD-HINT:TYPE=PART,URI="s0.4.part1.m4s"
                #EXT-X-RENDITION-REPORT:URI="../audio/main.m3u8",LAST-MSN=14,LAST-PART=0

                """)
    }

    @Test("addresses parts as byte ranges if configured")
    func byteRanges() throws {
        let live = try Recordings.lowLatency(LiveOptions(initialDuration: 0, parts: .byteRanges))
        let text = live.text("video/main.m3u8", at: 0.6)
        #expect(text.contains("#EXT-X-PART:DURATION=0.500,URI=\"s0.0.m4s\",BYTERANGE=\"100@0\",INDEPENDENT=YES\n"))
        #expect(text.contains("#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"s0.0.m4s\",BYTERANGE-START=100,BYTERANGE-LENGTH=100\n"))
        #expect(live.status("video/s0.0.m4s", range: "bytes=0-99", at: 0.6) == 200)
        let next = LiveRequest(path: "video/s0.0.m4s", range: "bytes=100-199")
        #expect(live.answer(to: next, at: 0.6) == .later(1))
        #expect(live.answer(to: next, at: 1) == .media(LiveMedia(path: "video/s0.m4s")))
        #expect(live.status("video/s0.0.m4s", range: "bytes=200-299", at: 0.6) == 404)
        #expect(live.answer(to: LiveRequest(path: "video/s0.0.m4s"), at: 0.6) == .later(2))
    }

    @Test("a reload blocks until the segment or part is listed")
    func blockingReload() {
        func answer(_ query: String, _ time: Double) -> LiveAnswer {
            live.answer(to: LiveRequest(path: "video/main.m3u8", query: query), at: time)
        }
        #expect(answer("_HLS_msn=14", 8.6) == .later(10))
        #expect(answer("_HLS_msn=14&_HLS_part=1", 8.6) == .later(9))
        #expect(answer("_HLS_part=3&_HLS_msn=14", 8.6) == .later(10))
        // After the last part: the first of the next segment.
        #expect(answer("_HLS_msn=14&_HLS_part=4", 8.6) == .later(10.5))
        #expect(answer("_HLS_msn=15", 8.6) == .later(12))
        #expect(answer("_HLS_msn=14&_HLS_part=0", 8.6) == answer("", 8.6))
        #expect(answer("_HLS_msn=13", 8.6) == answer("", 8.6))
        #expect(answer("_HLS_msn=0&_HLS_part=7", 8.6) == answer("", 8.6))
        #expect(answer("_HLS_msn=14&_HLS_part=1", 9) == answer("", 9))
        for query in [
            "_HLS_msn=16", "_HLS_msn=14&_HLS_part=7", "_HLS_part=1", "_HLS_msn=x", "_HLS_msn=-1", "_HLS_msn=99999999999999999999",
        ] {
            guard case .failure(400, _) = answer(query, 8.6) else {
                Issue.record("\(query) is not refused")
                continue
            }
        }
    }

    @Test("a request for the next part blocks until the part is complete")
    func blockingPart() {
        let path = "video/s0.4.part1.m4s"
        #expect(live.answer(to: LiveRequest(path: path), at: 8.6) == .later(9))
        #expect(live.answer(to: LiveRequest(path: path), at: 9) == .media(LiveMedia(path: "video/s0.m4s", range: 100..<200)))
        #expect(live.status("video/s0.4.part2.m4s", at: 8.6) == 404)
        #expect(live.status("video/s0.4.part9.m4s", at: 8.6) == 404)
        #expect(live.status("video/s0.4.m4s", at: 8.6) == 404)
    }

    @Test("delta updates skip segments beyond the skip boundary")
    func deltaUpdates() throws {
        let live = try Recordings.lowLatency(LiveOptions(window: .dvr(60), initialDuration: 60))
        let text = live.text("video/main.m3u8", "_HLS_skip=YES", at: 0)
        guard case .media(let delta) = try HLSPlaylist.parse(text),
            case .media(let full) = try HLSPlaylist.parse(live.text("video/main.m3u8", at: 0))
        else {
            Issue.record("no media playlists")
            return
        }
        #expect(delta.skipped?.count == 24)
        #expect(full.segments.count == 30)
        #expect(delta.segments.map(\.uri) == full.segments.suffix(6).map(\.uri))
        #expect(delta.segments.map(\.mediaSequence) == full.segments.suffix(6).map(\.mediaSequence))
        // Tags of the skipped segments still apply.
        #expect(!text.contains("EXT-X-MAP"))
        #expect(delta.preloadHints == full.preloadHints && delta.renditionReports == full.renditionReports)
        #expect(full.warnings.isEmpty && delta.partTargetDuration == 0.5 && delta.serverControl?.canSkipUntil == 12)
    }

    @Test(
        "ends without hints and with the published parts as a shorter segment, and answers blocking reloads at the end",
        arguments: [LiveOptions.PartAddressing.resources, .byteRanges])
    func ending(addressing: LiveOptions.PartAddressing) throws {
        let live = try Recordings.lowLatency(LiveOptions(initialDuration: 0, endsAfter: 4.7, parts: addressing))
        let text = live.text("video/main.m3u8", at: 4.7)
        #expect(text.hasSuffix(",INDEPENDENT=YES\n#EXTINF:0.500,\ns0.2.m4s\n#EXT-X-ENDLIST\n"))
        let reload = LiveRequest(path: "video/main.m3u8", query: "_HLS_msn=2&_HLS_part=1")
        #expect(live.answer(to: reload, at: 4.6) == .later(4.7) && live.answer(to: reload, at: 4.7) == .playlist(text))
        #expect(live.status("video/s0.2.part1.m4s", at: 4.6) == 404)
        let last = LiveRequest(path: "video/s0.2.m4s")
        #expect(live.answer(to: last, at: 4.7) == .media(LiveMedia(path: "video/s0.m4s", range: 0..<100)))
    }

    @Test("with a manifest announces fragments, and lists the open segment and the next one, unless the encoder stops before")
    func manifest() throws {
        func lines(_ name: String, endsAfter: Double? = nil) throws -> [String] {
            let live = try Recordings.lowLatency(
                LiveOptions(window: .segments(2), initialDuration: 0, endsAfter: endsAfter, startDate: 0, hasManifest: true))
            guard case .manifest(let text) = live.answer(to: LiveRequest(path: "main.mpd"), at: 8.6) else { return [] }
            return text.split(separator: "\n").filter { $0.contains(name) }.map(String.init)
        }
        #expect(try lines("<Latency") == ["<ServiceDescription id=\"0\"><Latency target=\"1500\"/></ServiceDescription>"])
        #expect(
            try lines("<SegmentList").first?.hasSuffix("availabilityTimeOffset=\"1.500\" availabilityTimeComplete=\"false\">") == true)
        #expect(try lines("minBufferTime=\"PT0.500S\" suggestedPresentationDelay=\"PT1.500S\"").count == 1)
        let media = try lines("<SegmentURL").filter { $0.contains("video") }
        #expect(media == ["s0.2", "s1.3", "s0.4", "s1.5"].map { "<SegmentURL media=\"video/\($0).m4s\"/>" })
        #expect(try lines("<SegmentURL", endsAfter: 10).filter { $0.contains("video") }.last?.contains("s0.4") == true)
        #expect(try lines("<SegmentURL", endsAfter: 9).filter { $0.contains("video") }.last?.contains("s1.3") == true)
    }

    @Test("with a manifest delivers the open segment part by part; a request for the next one waits for its first part")
    func openSegment() throws {
        let live = try Recordings.lowLatency(LiveOptions(initialDuration: 0, endsAfter: 11, startDate: 0, hasManifest: true))
        func answer(_ time: Double, _ path: String = "video/s0.4.m4s") -> LiveAnswer { live.answer(to: LiveRequest(path: path), at: time) }
        #expect(answer(8.6) == .media(open(from: 1)) && answer(9.5) == .media(open(from: 3)))
        #expect(answer(10) == .media(LiveMedia(path: "video/s0.m4s")))
        #expect(answer(8.4) == .later(8.5) && answer(6) == .later(8.5))
        for (time, path) in [(5.9, "video/s0.4.m4s"), (10.5, "video/s1.5.m4s")] {
            #expect(answer(time, path) == .failure(status: 404, reason: "there is no such segment"))
        }
    }

    /// The segment from 8 s to 10 s, in parts of 100 bytes, of which those from `part` on are to come.
    private func open(from part: Int) -> LiveMedia {
        var media = LiveMedia(path: "video/s0.m4s")
        media.releases = (part..<4).map { BodyRelease(offset: $0 * 100, time: 8.5 + Double($0) / 2) }
        return media
    }

    @Test("sends an open segment over a connection in chunks")
    func connection() async throws {
        let clock = ManualClock()
        let origin = try await LoopbackOrigin.start(clock: clock)
        let bytes = pattern(400)
        let time = clock.now + 5
        origin.add("open.m4s") { _ in OriginResponse(body: bytes, type: "video/mp4", releases: [BodyRelease(offset: 100, time: time)]) }
        let client = try RawClient(port: origin.port)
        client.send("GET /open.m4s HTTP/1.1\r\nHost: 127.0.0.1\r\nRange: bytes=0-\r\nConnection: close\r\n\r\n")
        try await clock.waitForSleepers(1)
        #expect(clock.nextDeadline == time)
        clock.advanceToNextDeadline()
        let text = String(decoding: await client.readAll().bytes, as: UTF8.self).lowercased()
        #expect(text.hasPrefix("http/1.1 200") && text.contains("transfer-encoding: chunked") && !text.contains("content-length"))
        #expect(text.contains("\r\n64\r\n") && text.contains("\r\n12c\r\n") && text.hasSuffix("\r\n0\r\n\r\n"))
        await origin.stop()
    }
}
