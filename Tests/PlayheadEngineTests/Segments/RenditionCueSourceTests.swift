import PlayheadCore
import PlayheadHLS
import PlayheadTestKit
import PlayheadTransport
import Testing

@testable import PlayheadEngine

@Suite("Captions of renditions", .timeLimit(.minutes(1)))
struct RenditionCueSourceTests {
    /// A caption rendition of texts, whose cues arrive in ``cues``.
    private struct Rig {
        let clock = ManualClock()
        let timeline = PresentationTimeline()
        let cues: AsyncStream<CaptionCue>
        let task: Task<Void, any Error>

        /// Loads the captions from `time` on, in seconds.
        init(_ texts: [String: String], from time: Double) throws {
            let host = "http://captions.test/"
            let main = """
                #EXTM3U
                #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",URI="c.m3u8"
                #EXT-X-STREAM-INF:BANDWIDTH=1000,SUBTITLES="s"
                v.m3u8

                """
            let resources = SegmentResources(loader: TextLoader(texts), options: RequestOptions(), clock: clock)
            let presentation = HLSPresentation(
                url: host + "main.m3u8", playlist: try HLSPlaylist.parse(main, url: host + "main.m3u8"), resources: resources,
                timeline: timeline, metadata: nil, report: { _ in })
            _ = timeline.offset(discontinuity: 0, timestamp: 0, start: 0, tolerance: 10, wraps: true)
            let source = RenditionCueSource(
                at: host + "c.m3u8", of: presentation, following: { nil }, resources: resources, store: PacketStore {}, timeline: timeline)
            let (cues, continuation) = AsyncStream.makeStream(of: CaptionCue.self)
            self.cues = cues
            let insert: @Sendable ([CaptionCue]) -> Void = { cues in for cue in cues { continuation.yield(cue) } }
            let sink = CueSink(insert: insert, insertPieces: insert, reach: { _ in }, warn: { _ in })
            task = Task {
                defer { continuation.finish() }
                try await source.run(from: time, into: sink)
            }
        }

        /// Waits for the first cues.
        func first(_ count: Int) async -> [CaptionCue] {
            var found: [CaptionCue] = []
            for await cue in cues {
                found.append(cue)
                if found.count == count { break }
            }
            return found
        }

        func end() async {
            task.cancel()
            _ = await task.result
        }
    }

    private static func cue(_ text: String, at time: Int) -> String { "WEBVTT\n\n00:0\(time).000 --> 00:0\(time).900\n\(text)\n" }

    @Test("In low latency the listed parts are loaded, of the last segment too, and the segment is not loaded again")
    func parts() async throws {
        let playlist = """
            #EXTM3U
            #EXT-X-VERSION:9
            #EXT-X-TARGETDURATION:2
            #EXT-X-SERVER-CONTROL:PART-HOLD-BACK=3
            #EXT-X-PART-INF:PART-TARGET=1
            #EXT-X-MEDIA-SEQUENCE:5
            #EXT-X-PART:DURATION=1,URI="5.0.vtt",INDEPENDENT=YES
            #EXT-X-PART:DURATION=1,URI="5.1.vtt",INDEPENDENT=YES
            #EXTINF:2,
            5.vtt
            #EXT-X-PART:DURATION=1,URI="6.0.vtt",INDEPENDENT=YES
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="6.1.vtt"

            """
        let rig = try Rig(
            [
                "c.m3u8": playlist, "5.vtt": Self.cue("whole", at: 0), "5.0.vtt": Self.cue("a", at: 0), "5.1.vtt": Self.cue("b", at: 1),
                "6.0.vtt": Self.cue("c", at: 2), "6.1.vtt": Self.cue("d", at: 3),
            ], from: 1.5)
        let cues = await rig.first(2)
        #expect(cues.map(\.text) == ["b", "c"] && cues.map(\.startTime) == [1, 2])
        await rig.end()
    }

    @Test("Captions after a discontinuity further ahead wait until the leading rendition has reached it")
    func discontinuityAhead() async throws {
        let before = (0..<6).map { "#EXTINF:6,\n\($0).vtt\n" }.joined()
        let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n\(before)#EXT-X-DISCONTINUITY\n#EXTINF:6,\nlast.vtt\n#EXT-X-ENDLIST\n"
        var texts = ["c.m3u8": playlist]
        for index in 0..<6 { texts["\(index).vtt"] = "WEBVTT\n" }
        texts["last.vtt"] = "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:9000000\n\n00:50.000 --> 00:51.000\na\n"
        let rig = try Rig(texts, from: 0)
        let polls = 60
        for _ in 0..<polls {
            try await rig.clock.waitForSleepers(1)
            rig.clock.advanceToNextDeadline()
        }
        try await rig.clock.waitForSleepers(1)
        _ = rig.timeline.offset(discontinuity: 1, timestamp: 149, start: 36, tolerance: 10, wraps: true)
        rig.clock.advanceToNextDeadline()
        #expect(await rig.first(1).map(\.startTime) == [37])
        await rig.end()
    }

    /// Captions at 150 s of the clock of MPEG-2.
    private static let jumped = "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:9000000\n\n00:50.000 --> 00:51.000\na\n"

    /// Lets the source wait `count` times.
    private static func pass(_ count: Int, _ clock: ManualClock) async throws {
        for _ in 0..<count {
            try await clock.waitForSleepers(1)
            clock.advanceToNextDeadline()
        }
    }

    @Test("Captions behind a jump of the timestamps without a mark wait until the leading rendition has reached it")
    func jumpAhead() async throws {
        let before = (0..<6).map { "#EXTINF:6,\n\($0).vtt\n" }.joined()
        let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n\(before)#EXTINF:6,\nlast.vtt\n#EXT-X-ENDLIST\n"
        var texts = ["c.m3u8": playlist, "last.vtt": Self.jumped]
        for index in 0..<6 { texts["\(index).vtt"] = "WEBVTT\n" }
        let rig = try Rig(texts, from: 0)
        try await Self.pass(60, rig.clock)
        try await rig.clock.waitForSleepers(1)
        _ = rig.timeline.jumpOffset(discontinuity: 0, timestamp: 149, start: 36)
        rig.clock.advanceToNextDeadline()
        #expect(await rig.first(1).map(\.startTime) == [37])
        await rig.end()
    }

    @Test("Captions that no offset puts into their segment are shown nevertheless, once the playhead has been near for ten seconds")
    func misplaced() async throws {
        let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\nonly.vtt\n#EXT-X-ENDLIST\n"
        let rig = try Rig(["c.m3u8": playlist, "only.vtt": Self.jumped], from: 0)
        try await Self.pass(40, rig.clock)
        #expect(await rig.first(1).map(\.startTime) == [150])
        await rig.end()
    }
}
