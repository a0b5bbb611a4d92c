import Foundation
import PlayheadCore
import PlayheadFFmpeg
import PlayheadOrigin
import PlayheadTransport
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("Captions during playback", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct CaptionsPlaybackTests {
    private struct Emitted: Equatable {
        var texts: [String]
        var start: Double
        var end: Double
    }

    /// Plays a presentation of DASH with its first captions to the end.
    private func playedWithCaptions(_ origin: DASHOrigin) async throws -> EngineRig {
        let rig = EngineRig(try #require(URL(string: origin.manifestURL)), loader: origin)
        _ = try await rig.open()
        rig.engine.send(.selectCaptions(1))
        rig.start()
        try await rig.ended()
        return rig
    }

    private func emitted(_ log: ReportLog) -> [Emitted] {
        log.all.compactMap { report in
            guard case .captionCues(let cues, let start, let end) = report else { return nil }
            return Emitted(texts: cues.map(\.text), start: start, end: end)
        }
    }

    /// Six seconds of video with two languages of subtitles in segments of two seconds; one cue per second, half a second long.
    private func serve() async throws -> (origin: LoopbackOrigin, url: URL) {
        let (origin, _) = try await Samples.serve(.hlsTransportStream)
        origin.add(
            "captions.m3u8",
            text: """
                #EXTM3U
                #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",URI="en.m3u8"
                #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Deutsch",LANGUAGE="de",DEFAULT=YES,AUTOSELECT=YES,FORCED=NO,URI="de.m3u8"
                #EXT-X-STREAM-INF:BANDWIDTH=1000000,SUBTITLES="s"
                main.m3u8
                """)
        // The first timestamp of the sample, to which the timestamp maps refer.
        let folder = try await Samples.url(.hlsTransportStream).deletingLastPathComponent()
        let segment = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".ts") }.min())
        let first = try #require(try Demuxer(source: FileByteSource(path: folder.appendingPathComponent(segment).path)).startTime)
        for language in ["en", "de"] {
            var list = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-VERSION:6\n"
            for segment in 0..<3 {
                list += "#EXTINF:2,\n\(language)\(segment).vtt\n"
                var text = "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:\(Int(saturating: first * 90_000))\n"
                for second in 2 * segment..<2 * segment + 2 {
                    text += "\n00:00:0\(second).250 --> 00:00:0\(second).750\n<b>\(language)</b> \(second)\n"
                }
                origin.add("\(language)\(segment).vtt", text: text)
            }
            origin.add("\(language).m3u8", text: list + "#EXT-X-ENDLIST\n")
        }
        return (origin, origin.url("captions.m3u8"))
    }

    @Test("The subtitles of the stream are listed, and cues of the selected track are reported at their start and end")
    func segments() async throws {
        let (origin, url) = try await serve()
        let rig = EngineRig(url)
        let description = try await rig.open()
        #expect(description.captionsTracks.map(\.name) == ["Off", "English", "Deutsch"])
        #expect(description.captionsTracks.map(\.isDefault) == [false, false, true])
        rig.engine.send(.selectCaptions(1))
        _ = try await origin.requests { requests in requests.contains { $0.path == "en2.vtt" } }
        rig.start()
        try await rig.ended()
        #expect(rig.log.all.contains(.captionsSelected(1)))
        let shown = emitted(rig.log).filter { !$0.texts.isEmpty }
        #expect(shown.map(\.texts) == (0..<6).map { ["en \($0)"] })
        for (second, cue) in shown.enumerated() {
            #expect(abs(cue.start - Double(second) - 0.25) < 0.001 && abs(cue.end - Double(second) - 0.75) < 0.001)
        }
        #expect(emitted(rig.log).count { $0.texts.isEmpty } >= 6)
        #expect(origin.requests.allSatisfy { !$0.path.hasPrefix("de") })
        try await rig.close()
        await origin.stop()
    }

    @Test("Unpaced playback waits for captions that arrive later than the media")
    func lateCaptions() async throws {
        let (origin, url) = try await serve()
        origin.addFault(Fault(path: "en*.vtt", kind: .latency(0.1)))
        let rig = EngineRig(url)
        _ = try await rig.open()
        rig.engine.send(.selectCaptions(1))
        rig.start()
        try await rig.ended()
        #expect(emitted(rig.log).flatMap(\.texts) == (0..<6).map { "en \($0)" })
        #expect(rig.waits.isEmpty || rig.waits == [.loading])
        try await rig.close()
        await origin.stop()
    }

    @Test("A seek shows the cues at its target, also while paused; another track takes over immediately; off shows none")
    func choices() async throws {
        let (origin, url) = try await serve()
        let rig = EngineRig(url)
        _ = try await rig.open()
        rig.engine.send(.selectCaptions(2))
        _ = try await origin.requests { requests in requests.contains { $0.path == "de2.vtt" } }
        try await rig.seek(1, to: 3.5)
        _ = try await rig.log.wait(from: 0) { if case .captionCues(let cues, _, _) = $0 { cues.map(\.text) == ["de 3"] } else { false } }
        let start = rig.log.count
        rig.engine.send(.selectCaptions(1))
        _ = try await rig.log.wait(from: start) {
            if case .captionCues(let cues, _, _) = $0 { cues.map(\.text) == ["en 3"] } else { false }
        }
        let off = rig.log.count
        rig.engine.send(.selectCaptions(0))
        _ = try await rig.log.wait(from: off) { if case .captionCues([], _, _) = $0 { true } else { false } }
        try await rig.close()
        await origin.stop()
    }

    @Test("A visible cue is reported again after captions were turned off and on at once, when no turn presents between")
    func offAndOn() async throws {
        let (origin, url) = try await serve()
        let rig = EngineRig(url)
        _ = try await rig.open()
        rig.engine.send(.selectCaptions(2))
        let isShown: @Sendable (EngineReport) -> Bool = {
            if case .captionCues(let cues, _, _) = $0 { cues.map(\.text) == ["de 3"] } else { false }
        }
        try await rig.seek(1, to: 3.5)
        _ = try await rig.log.wait(from: 0, for: isShown)
        let start = rig.log.count
        rig.engine.send(.selectCaptions(0))
        rig.engine.send(.selectCaptions(2))
        _ = try await rig.log.wait(from: start) { if case .captionCues([], _, _) = $0 { true } else { false } }
        _ = try await rig.log.wait(from: start, for: isShown)
        try await rig.close()
        await origin.stop()
    }

    @Test("Captions that fail to load cause a warning, and playback continues")
    func missing() async throws {
        let (origin, url) = try await serve()
        origin.addFault(Fault(path: "en1.vtt", kind: .status(404)))
        origin.addFault(Fault(path: "de.m3u8", kind: .status(404)))
        let rig = EngineRig(url)
        _ = try await rig.open()
        rig.engine.send(.selectCaptions(2))
        _ = try await rig.log.wait(from: 0) { if case .warning(let error) = $0 { error.kind == .manifestStatus(404) } else { false } }
        rig.engine.send(.selectCaptions(1))
        _ = try await rig.log.wait(from: 0) { if case .warning(let error) = $0 { error.kind == .captionsStatus(404) } else { false } }
        _ = try await origin.requests { requests in requests.contains { $0.path == "en2.vtt" } }
        rig.start()
        try await rig.ended()
        #expect(emitted(rig.log).flatMap(\.texts) == ["en 0", "en 1", "en 4", "en 5"])
        try await rig.close()
        await origin.stop()
    }

    @Test("Caption files separate from a progressive file, WebVTT and SubRip", arguments: ["vtt", "srt"])
    func sidecar(format: String) async throws {
        let url = try await Samples.url(Samples.small)
        let origin = try await LoopbackOrigin.start()
        origin.add("a.vtt", text: "WEBVTT\n\n00:01.000 --> 00:02.000\none\n\n00:04.000 --> 00:05.000\ntwo\n")
        origin.add("a.srt", text: "1\n00:00:01,000 --> 00:00:02,000\none\n\n2\n00:00:04,000 --> 00:00:05,000\ntwo\n")
        let file = origin.url("a.\(format)")
        let rig = EngineRig(url) { $0.sidecarCaptions = [SidecarCaptions(url: file, name: "File", language: "en")] }
        let description = try await rig.open()
        #expect(description.captionsTracks.map(\.name) == ["Off", "File"])
        rig.engine.send(.selectCaptions(1))
        try await rig.seek(1, to: 1.5)
        _ = try await rig.log.wait(from: 0) { if case .captionCues(let cues, _, _) = $0 { cues.map(\.text) == ["one"] } else { false } }
        let start = rig.log.count
        rig.start()
        try await rig.ended(from: start)
        #expect(emitted(rig.log).flatMap(\.texts) == ["one", "two"])
        try await rig.close()
        await origin.stop()
    }

    @Test("A cue that starts at a fence is reported when playback continues from there, and one that ends there is removed")
    func fence() async throws {
        let origin = try await LoopbackOrigin.start()
        origin.add("a.vtt", text: "WEBVTT\n\n00:00.500 --> 00:01.000\nbefore\n\n00:01.000 --> 00:02.000\nbehind\n")
        let file = SidecarCaptions(url: origin.url("a.vtt"))
        let rig = EngineRig(try await Samples.url(Samples.small)) { $0.sidecarCaptions = [file] }
        _ = try await rig.open()
        rig.engine.send(.selectCaptions(1))
        rig.engine.send(.setFence(1))
        rig.start()
        let stop = try await rig.log.wait(from: 0) { $0 == .progress(position: 1) }
        rig.engine.send(.pause)
        let paused = try await rig.log.wait(from: stop) { $0 == .paused(position: 1) }
        rig.engine.send(.setFence(nil))
        rig.start()
        try await rig.ended(from: paused)
        #expect(emitted(rig.log).map(\.texts) == [["before"], [], ["behind"], []])
        let behind = rig.log.all.firstIndex { if case .captionCues(let cues, _, _) = $0 { cues.first?.text == "behind" } else { false } }
        #expect(try #require(behind) > paused)
        try await rig.close()
        await origin.stop()
    }

    @Test("A file of captions that is longer than its period of DASH ends with it")
    func periods() async throws {
        let texts = [
            "a.vtt": "00:00.500 --> 00:01.000\none\n\n00:01.500 --> 00:04.000\nlong\n\n00:02.500 --> 00:03.000\nbeyond",
            "b.vtt": "00:01.000 --> 00:01.500\ntwo",
        ]
        func period(_ duration: Int, _ captions: String, start: Int) -> String {
            let template = "duration=\"1\" startNumber=\"\(start + 1)\" presentationTimeOffset=\"\(start)\"/>"
            return """
                <Period duration="PT\(duration)S">\(DASHOrigin.pictures(template))<AdaptationSet contentType="text" mimeType="text/vtt" lang="en">
                <Representation id="c" bandwidth="100"><BaseURL>\(captions)</BaseURL></Representation></AdaptationSet></Period>
                """
        }
        let manifest = "<MPD type=\"static\">\(period(2, "a.vtt", start: 0))\(period(3, "b.vtt", start: 2))</MPD>"
        let origin = try await DASHOrigin(answer: { texts[$0.url.lastPathComponent].map { "WEBVTT\n\n\($0)\n" } }) { manifest }
        let rig = try await playedWithCaptions(origin)
        let shown = emitted(rig.log).filter { !$0.texts.isEmpty }
        #expect(shown.map(\.texts) == [["one"], ["long"], ["two"]])
        #expect(shown.map(\.start) == [0.5, 1.5, 3] && shown.map(\.end) == [1, 2, 3.5])
        try await rig.close()
    }

    @Test(
        "The captions of presentations of other projects have the texts and times of their documents: WebVTT and TTML, as a file and in MP4",
        .enabled(if: Corpus.has("dash-media3") && Corpus.has("dash-livesim2")),
        arguments: [
            (
                "dash-media3", "standalone-webvtt/sample.mpd",
                [(0.02, "This is the first subtitle."), (0.1, "This is the second subtitle.")]
            ),
            (
                "dash-media3", "ttml-in-mp4/sample.mpd",
                [
                    (0.02, "First Subtitle after 20ms of silence"), (0.25, "Second Subtitle overlaps with first"),
                    (0.7, "Last subtitle\nAnd More"),
                ]
            ),
            ("dash-livesim2", "testpic_2s/Manifest_imsc1.mpd", (0..<8).map { (Double($0), "swe : 00:00:0\($0).000") }),
        ] as [(String, String, [(Double, String)])])
    func presentations(corpus: String, manifest: String, cues: [(Double, String)]) async throws {
        let rig = EngineRig(Corpus.url(corpus, manifest))
        _ = try await rig.open()
        rig.engine.send(.selectCaptions(1))
        rig.start()
        try await rig.ended()
        var starts: [String: Double] = [:]
        for shown in emitted(rig.log) {
            for text in shown.texts where starts[text] == nil { starts[text] = shown.start }
        }
        #expect(starts.count == cues.count, "\(starts)")
        for (start, text) in cues { #expect(abs((starts[text] ?? -1) - start) < 0.001, "\(text): \(starts)") }
        try await rig.close()
    }

    @Test("WebVTT in the MP4 segments of DASH is shown at the times of its samples")
    func webVTTInMP4() async throws {
        func numbers(_ values: Int...) -> [UInt8] {
            values.flatMap { value in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
        }
        func box(_ type: String, _ content: [UInt8]) -> [UInt8] { numbers(content.count + 8) + Array(type.utf8) + content }
        // A hundred ticks are a second; all bytes are ASCII.
        func segment(at time: Int, _ samples: [(duration: Int, bytes: [UInt8])]) -> String {
            func fragment(_ offset: Int) -> [UInt8] {
                let run = numbers(0x301, samples.count, offset) + samples.flatMap { numbers($0.duration, $0.bytes.count) }
                return box("moof", box("traf", box("tfhd", numbers(0x20000, 1)) + box("tfdt", numbers(0, time)) + box("trun", run)))
            }
            let data = box("mdat", samples.flatMap(\.bytes))
            return String(decoding: fragment(fragment(0).count + 8) + data, as: UTF8.self)
        }
        func cue(_ text: String) -> [UInt8] { box("vttc", box("payl", Array(text.utf8))) }
        let entry = box("stsd", numbers(0, 1) + box("wvtt", numbers(0, 1) + box("vttC", Array("WEBVTT".utf8))))
        let media = box("mdia", box("mdhd", numbers(0, 0, 0, 100, 0, 0)) + box("minf", box("stbl", entry)))
        let files = [
            "c.mp4": String(decoding: box("moov", box("trak", media)), as: UTF8.self),
            "c1.m4s": segment(at: 0, [(50, box("vtte", [])), (100, cue("one"))]),
            // The second sample continues the cue of the first.
            "c2.m4s": segment(at: 300, [(50, cue("two")), (50, cue("two"))]),
        ]
        let manifest = """
            <MPD type="static" mediaPresentationDuration="PT6S"><Period>\(DASHOrigin.pictures("duration=\"1\"/>"))
            <AdaptationSet contentType="text" mimeType="application/mp4" codecs="wvtt" lang="en"><Representation id="c" bandwidth="100">
            <SegmentTemplate duration="3" media="c$Number$.m4s" initialization="c.mp4"/></Representation></AdaptationSet>
            </Period></MPD>
            """
        let origin = try await DASHOrigin(answer: { files[$0.url.lastPathComponent] }) { manifest }
        let rig = try await playedWithCaptions(origin)
        let shown = emitted(rig.log).filter { !$0.texts.isEmpty }
        #expect(shown == [Emitted(texts: ["one"], start: 0.5, end: 1.5), Emitted(texts: ["two"], start: 3, end: 4)], "\(shown)")
        #expect(rig.warnings == [])
        try await rig.close()
    }
}
