import Foundation
import OriginTestSupport
import PlayheadCore
import PlayheadFFmpeg
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadSamples

/// Captions that are interleaved with audio and video in a file.
@Suite("Captions inside files", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct EmbeddedCaptionsTests {
    private struct Emitted: Equatable {
        var markup: [String]
        var start: Double
        var end: Double
    }

    /// The containers, and the codecs of captions in them.
    private static let forms = [["mkv", "srt"], ["mp4", "mov_text"], ["mkv", "ass"]]
    /// The same with flags of the muxer: in fragments captions have no durations.
    private static let fragmented = ["mp4", "mov_text", "+frag_keyframe+empty_moov"]

    private func emitted(_ log: ReportLog) -> [Emitted] {
        log.all.compactMap { report in
            guard case .captionCues(let cues, let start, let end) = report, !cues.isEmpty else { return nil }
            return Emitted(markup: cues.map(\.markup), start: start, end: end)
        }
    }

    /// The small sample with two languages of captions: one cue per second, half a second long.
    private func file(_ form: [String]) async throws -> URL {
        let folder = Samples.package.appendingPathComponent(".build/samples-captions")
        let file = folder.appendingPathComponent("\(form.dropFirst().joined()).\(form[0])")
        if FileManager.default.fileExists(atPath: file.path) { return file }
        let draft = folder.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: draft) }
        for language in ["en", "de"] {
            let cues = (0..<6).map { second in
                "\(second + 1)\n00:00:0\(second),250 --> 00:00:0\(second),750\n<i>\(language)</i> \(second)\nbelow & after\n"
            }
            try Data(cues.joined(separator: "\n").utf8).write(to: draft.appendingPathComponent("\(language).srt"))
        }
        let picture = try await Samples.url(Samples.small)
        try await Tool("ffmpeg").run(
            [
                "-nostdin", "-loglevel", "error", "-i", picture.path, "-i", "en.srt", "-i", "de.srt", "-map", "0", "-map", "1", "-map", "2",
                "-c", "copy", "-c:s", form[1], "-metadata:s:s:0", "language=eng", "-metadata:s:s:1", "language=deu",
                "-disposition:s:0", "0", "-disposition:s:1", "forced", "-bitexact",
            ] + (form.count > 2 ? ["-movflags", form[2]] : []) + ["made.\(form[0])"], in: draft)
        // Another process may have created the file meanwhile, which is equivalent.
        try? FileManager.default.moveItem(at: draft.appendingPathComponent("made.\(form[0])"), to: file)
        return file
    }

    @Test("Captions are listed, and cues of the selected track are reported at their start and end", arguments: forms)
    func whole(form: [String]) async throws {
        let rig = EngineRig(try await file(form))
        let description = try await rig.open()
        #expect(description.captionsTracks.map(\.language) == [nil, "eng", "deu"])
        #expect(description.captionsTracks.map(\.isForced) == [false, false, true])
        rig.engine.send(.selectCaptions(1))
        rig.start()
        try await rig.ended()
        let shown = emitted(rig.log)
        #expect(shown.map(\.markup) == (0..<6).map { ["<i>en</i> \($0)\nbelow &amp; after"] })
        for (second, cue) in shown.enumerated() {
            // In Matroska, the part before the first audio sample delays everything by 21 ms.
            #expect(abs(cue.start - Double(second) - 0.25) < 0.03 && abs(cue.end - cue.start - 0.5) < 0.011)
        }
        #expect(rig.warnings.isEmpty && rig.screen.stamps == (0..<180).map(Optional.some))
        try await rig.close()
    }

    @Test("Cues are available after a late selection, after seeks, and after the file was read twice", arguments: forms + [fragmented])
    func choices(form: [String]) async throws {
        let rig = EngineRig(try await file(form))
        _ = try await rig.open()
        rig.engine.send(.setFence(3))
        rig.start()
        _ = try await rig.log.wait(from: 0) { if case .progress(let position) = $0 { position >= 2.99 } else { false } }
        rig.engine.send(.pause)
        rig.engine.send(.selectCaptions(2))
        for (id, second) in [4, 1, 5].enumerated() {
            let before = rig.log.count
            try await rig.seek(id + 1, to: Double(second) + 0.5)
            _ = try await rig.log.wait(from: before) {
                if case .captionCues(let cues, _, _) = $0 { cues.map(\.text) == ["de \(second)\nbelow & after"] } else { false }
            }
        }
        let before = rig.log.count
        rig.engine.send(.setFence(nil))
        try await rig.seek(9, to: 3)
        rig.start()
        try await rig.ended(from: before)
        let last = emitted(rig.log).suffix(3).flatMap(\.markup)
        #expect(last == (3..<6).map { "<i>de</i> \($0)\nbelow &amp; after" })
        try await rig.close()
    }

    @Test("The text of a sample ends at a zero", arguments: ["srt", "webvtt"])
    func terminated(codec: String) async throws {
        let picture = try await Samples.url(Samples.small)
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("a.mkv")
            let cue = "1\n00:00:01,000 --> 00:00:02,000\nbefore#behind\n"
            try Data(cue.utf8).write(to: folder.appendingPathComponent("a.srt"))
            try await CachedTool("ffmpeg").run(
                ["-v", "error", "-i", picture.path, "-i", "a.srt", "-map", "0", "-map", "1", "-c", "copy", "-c:s", codec, "a.mkv"],
                in: folder)
            var bytes = [UInt8](try Data(contentsOf: file))
            let place = try #require(bytes.firstRange(of: Array("#behind".utf8))).lowerBound
            bytes[place] = 0
            try Data(bytes).write(to: file)
            let rig = EngineRig(file)
            _ = try await rig.open()
            rig.engine.send(.selectCaptions(1))
            rig.start()
            try await rig.ended()
            #expect(emitted(rig.log).map(\.markup) == [["before"]])
            try await rig.close()
        }
    }

    @Test("A text without an end takes no unlimited time, however long ago it began")
    func farBehind() async throws {
        let demuxer = try Demuxer(source: FileByteSource(path: try await file(Self.fragmented).path))
        let captions = EmbeddedCaptions(demuxer.streams, origin: 1e9, url: "", warn: { _ in })
        demuxer.select(captions.streams)
        var count = 0
        while let packet = try demuxer.read() {
            guard let stream = captions.streams.first(where: { $0.index == packet.streamIndex }) else { continue }
            captions.take(packet, of: stream)
            captions.reach(0)
            count += 1
        }
        #expect(count > 0)
    }

    @Test("Drawings of Advanced SubStation Alpha are left out, the text beside them stays, and codes without an end cost no time")
    func drawings() async throws {
        let picture = try await Samples.url(Samples.small)
        try await withTemporaryFolder { folder in
            let hostile = String(repeating: "{\\p1", count: 20_000)
            let script = """
                [Script Info]
                [V4+ Styles]
                Format: Name, Fontname, Fontsize
                Style: Default,Arial,20
                [Events]
                Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
                Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\p1}m 0 0 l 9 9{\\p0}beside{\\pos(1,2)\\i1} a drawing
                Dialogue: 0,0:00:02.00,0:00:03.00,Default,,0,0,0,,{\\p2}m 0 0 l 9 9
                Dialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,\(hostile)
                """
            try Data(script.utf8).write(to: folder.appendingPathComponent("drawing.ass"))
            try await CachedTool("ffmpeg").run(
                ["-v", "error", "-i", picture.path, "-i", "drawing.ass", "-map", "0", "-map", "1", "-c", "copy", "drawing.mkv"], in: folder)
            let rig = EngineRig(folder.appendingPathComponent("drawing.mkv"))
            _ = try await rig.open()
            rig.engine.send(.selectCaptions(1))
            rig.start()
            try await rig.ended()
            let shown = emitted(rig.log)
            #expect(shown.first?.markup == ["beside<i> a drawing</i>"] && abs((shown.first?.start ?? 0) - 1) < 0.03)
            #expect(!shown.contains { $0.start > 1.5 && $0.start < 2.9 })
            try await rig.close()
        }
    }
}
