import Foundation
import OriginTestSupport
import PlayheadCore
import PlayheadEngine
import PlayheadOrigin
import PlayheadSamples
import PlayheadTransport
import TestSupport
import Testing

/// Streams that violate the specification but occur in practice.
@Suite("Non-conforming streams", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct OddStreamTests {
    private static let frame = 1.0 / 30

    /// Creates an origin with the six segments of one second of the usual transport stream, and those of a stream with other timestamps.
    private func serve(_ playlist: String, _ change: (LoopbackOrigin, URL) throws -> Void = { _, _ in }) async throws
        -> (LoopbackOrigin, URL)
    {
        let (origin, _) = try await Samples.serve(.hlsTransportStream)
        let far = SampleRecipe(.hls(HLSLayout(segments: .transportStream, timestampOffset: 50_000)), duration: 6)
        let folder = try await Samples.url(far).deletingLastPathComponent()
        for number in 0..<6 {
            let name = "segment00\(number).ts"
            origin.add("far/\(name)", try [UInt8](Data(contentsOf: folder.appendingPathComponent(name))))
        }
        try change(origin, try await Samples.url(.hlsTransportStream).deletingLastPathComponent())
        origin.add("odd.m3u8", text: playlist)
        return (origin, origin.url("odd.m3u8"))
    }

    /// Creates a playlist of segments of the usual stream, and from number 10 on of the other stream.
    private func playlist(_ segments: [Int], duration: String = "1.0", tags: [Int: String] = [:]) -> String {
        var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:1"]
        for (place, number) in segments.enumerated() {
            if let tag = tags[place] { lines.append(tag) }
            lines += ["#EXTINF:\(duration),", number < 10 ? "segment00\(number).ts" : "far/segment00\(number - 10).ts"]
        }
        return (lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n")
    }

    /// Checks that the frames of `segments` are shown in sequence, each at the end of the previous one.
    private func expectAll(_ segments: [Int], _ rig: EngineRig) {
        let frames = segments.flatMap { number in (0..<30).map { number % 10 * 30 + $0 } }
        #expect(rig.screen.stamps.compactMap(\.self) == frames)
        let times = rig.screen.shown.map(\.time)
        let steps = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { abs($0 - Self.frame) < 0.01 }, "\(steps)")
    }

    @Test("A transport stream with one key frame is decoded from its start, wherever a seek goes", arguments: [0.5, 3, 5])
    func oneKeyFrame(target: Double) async throws {
        try await withTemporaryFolder { folder in
            try await CachedTool("ffmpeg").run(
                [
                    "-v", "error", "-i", try await Samples.url(Samples.small).path, "-c:v", "libx264", "-preset", "ultrafast", "-bf", "2",
                    "-g",
                    "1000", "-c:a", "copy", "out.ts",
                ], in: folder)
            let rig = EngineRig(folder.appendingPathComponent("out.ts"))
            _ = try await rig.open()
            #expect(abs(try await rig.seek(1, to: target) - target) < 0.05)
            let before = rig.engine.statistics.framesShown
            rig.start()
            try await rig.ended()
            // The picture at the target was shown by the seek.
            let shown = Double(rig.engine.statistics.framesShown - before)
            #expect(abs(shown - (6 - target) * 30) <= 2, "\(shown)")
            try await rig.close()
        }
    }

    @Test("Seeks in a program stream warn of nothing, and no sound is lost where two blocks have one time", arguments: ["mp2", "ac3"])
    func programStream(codec: String) async throws {
        try await withTemporaryFolder { folder in
            try await CachedTool("ffmpeg").run(
                [
                    "-v", "error", "-i", try await Samples.url(Samples.small).path, "-c:v", "mpeg2video", "-c:a", codec, "-ar", "48000",
                    "-f",
                    "mpeg", "out.mpg",
                ], in: folder)
            let url = folder.appendingPathComponent("out.mpg")
            let rig = EngineRig(url)
            _ = try await rig.open()
            rig.start()
            try await rig.ended()
            // A block of up to 32 ms may be incomplete at each end.
            #expect(rig.engine.statistics.audioFrames >= 6 * 48_000 - 1536, "\(rig.engine.statistics.audioFrames)")
            try await rig.close()
            for (number, target) in [1.1, 3.7, 4.9].enumerated() {
                let rig = EngineRig(url)
                _ = try await rig.open()
                try await rig.seek(number, to: target)
                rig.start()
                try await rig.ended()
                #expect(rig.warnings.isEmpty, "\(rig.warnings)")
                try await rig.close()
            }
        }
    }

    private static let jumps = [[0, 1, 2, 0, 1, 2], [3, 4, 5, 0, 1], [0, 1, 12, 13], [12, 13, 2, 3], [0, 0, 0, 0]]

    @Test("Timestamps that jump without a mark continue without a gap", arguments: jumps)
    func unmarkedJumps(segments: [Int]) async throws {
        let (origin, url) = try await serve(playlist(segments))
        let rig = EngineRig(url)
        _ = try await rig.open()
        rig.start()
        #expect(abs(try await rig.ended() - Double(segments.count)) < 0.1)
        expectAll(segments, rig)
        #expect(rig.warnings.isEmpty)
        try await rig.close()
        await origin.stop()
    }

    @Test("Seeks across an unmarked jump, in both directions, show the frames at the target", arguments: jumps.dropLast())
    func seeksOverJumps(segments: [Int]) async throws {
        let (origin, url) = try await serve(playlist(segments))
        let rig = EngineRig(url) { configuration in
            configuration.forwardBuffer = 1
            configuration.backBuffer = 0
        }
        _ = try await rig.open()
        rig.start()
        try await rig.ended()
        for (id, time) in [0.5, Double(segments.count) - 0.5, 1.5, Double(segments.count) - 1.5].enumerated() {
            try await rig.seek(id, to: time)
            // Audio that starts slightly earlier moves the pictures slightly later.
            let shown = try #require(rig.screen.shown.last)
            #expect(shown.time <= time + 0.001 && shown.time + Self.frame > time - 0.001, "\(time): \(shown)")
            let stamp = segments[Int(saturating: time, rounding: .towardZero)] % 10 * 30 + 15
            #expect(abs((shown.stamp ?? -9) - stamp) <= 2, "\(time): \(shown)")
        }
        try await rig.close()
        await origin.stop()
    }

    @Test("If there is more than a playlist announces, all of it is played, and the duration grows", arguments: ["0.2", "0", "-1"])
    func outlasted(duration: String) async throws {
        let (origin, url) = try await serve(playlist(Array(0..<6), duration: duration))
        let rig = EngineRig(url) { $0.progressInterval = 0.1 }
        #expect(try await rig.open().duration < 2)
        rig.start()
        #expect(abs(try await rig.ended() - 6) < 0.1)
        expectAll(Array(0..<6), rig)
        let progress = rig.log.all.compactMap { if case .progress(let position) = $0 { position } else { nil } }
        #expect(progress.count > 45 && progress.last ?? 0 > 5.5, "\(progress)")
        #expect(abs(rig.engine.statistics.played - 6) < 0.6)
        try await rig.close()
        await origin.stop()
    }

    @Test("Bytes before the first packet of a transport stream are skipped", arguments: [1, 100, 187, 188, 900])
    func junk(count: Int) async throws {
        let (origin, url) = try await serve(playlist(Array(0..<6))) { origin, folder in
            for number in [0, 3] {
                let name = "segment00\(number).ts"
                let bytes = try [UInt8](Data(contentsOf: folder.appendingPathComponent(name)))
                origin.add(name, [UInt8](repeating: 0x11, count: count) + bytes)
            }
        }
        let rig = EngineRig(url)
        _ = try await rig.open()
        rig.start()
        try await rig.ended()
        expectAll(Array(0..<6), rig)
        #expect(rig.warnings.isEmpty)
        try await rig.close()
        await origin.stop()
    }

    @Test("A last segment without any frame is no end")
    func emptyEnd() async throws {
        let nothing = [UInt8](Array(repeating: [0x47, 0x1F, 0xFF, 0x10] + Array(repeating: 0xFF, count: 184), count: 40).joined())
        let (origin, url) = try await serve(playlist(Array(0..<6))) { origin, _ in origin.add("segment005.ts", nothing) }
        let rig = EngineRig(url)
        _ = try await rig.open()
        rig.start()
        #expect(try await rig.failure().kind == .segmentInvalid)
        expectAll(Array(0..<5), rig)
        try await rig.close()
        await origin.stop()
    }

    @Test("Playback starts where a stream specifies, and probing reads all of the stream")
    func start() async throws {
        let (origin, url) = try await serve(playlist(Array(0..<6), tags: [0: "#EXT-X-START:TIME-OFFSET=4"]))
        let rig = EngineRig(url)
        _ = try await rig.open()
        rig.start()
        try await rig.ended()
        #expect((rig.screen.stamps.first ?? nil).map { (118...120).contains($0) } == true && rig.screen.stamps.last == 179)
        try await rig.close()
        let frames = try await MediaProbe(configuration: EngineConfiguration(loader: URLLoader())).run(url, withFrames: true).frames
        #expect(frames?.count { $0.type != nil } == 180 && frames?.first?.time ?? 9 < 0.1)
        await origin.stop()
    }

    @Test("Sound that overlaps that of the next segment is counted once without an output")
    func overlappingSound() async throws {
        let origin = try await LoopbackOrigin.start()
        try await withTemporaryFolder { folder in
            for (name, duration, start) in [("a.ts", "2.4", "0"), ("b.ts", "2", "2")] {
                try await CachedTool("ffmpeg").run(
                    [
                        "-v", "error", "-f", "lavfi", "-i", "sine=sample_rate=48000:duration=\(duration)", "-c:a", "aac", "-muxdelay", "0",
                        "-output_ts_offset", start, "-f", "mpegts", name,
                    ], in: folder)
                origin.add(name, [UInt8](try Data(contentsOf: folder.appendingPathComponent(name))))
            }
        }
        origin.add(
            "overlap.m3u8", text: "#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:2,\na.ts\n#EXTINF:2,\nb.ts\n#EXT-X-ENDLIST\n")
        let rig = EngineRig(origin.url("overlap.m3u8"))
        _ = try await rig.open()
        rig.start()
        try await rig.ended()
        #expect(abs(rig.engine.statistics.audioFrames - 4 * 48_000) < 4096, "\(rig.engine.statistics.audioFrames)")
        try await rig.close()
        await origin.stop()
    }

    @Test("Segments that are files of fragmented MP4 are played one after the other", arguments: ["1", "0"])
    func selfContainedSegments(reset: String) async throws {
        let origin = try await LoopbackOrigin.start()
        try await withTemporaryFolder { folder in
            try await CachedTool("ffmpeg").run(
                [
                    "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=6", "-f", "lavfi", "-i",
                    "sine=sample_rate=48000:duration=6", "-c:v", "libx264", "-g", "20", "-bf", "0", "-c:a", "aac", "-f", "segment",
                    "-segment_time", "2", "-reset_timestamps", reset, "-segment_format_options", "movflags=frag_keyframe+empty_moov",
                    "-segment_list", "files.m3u8", "file%d.mp4",
                ], in: folder)
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                origin.add(name, [UInt8](try Data(contentsOf: folder.appendingPathComponent(name))))
            }
        }
        let rig = EngineRig(origin.url("files.m3u8"))
        _ = try await rig.open()
        try await rig.seek(1, to: 4.5)
        try await rig.seek(2, to: 0)
        rig.start()
        #expect(abs(try await rig.ended() - 6) < 0.1)
        #expect(Set(rig.screen.shown.map { ($0.time * 10).rounded() }) == Set((0..<60).map(Double.init)) && rig.warnings.isEmpty)
        #expect(abs(rig.engine.statistics.audioFrames - 6 * 48_000) < 8192, "\(rig.engine.statistics.audioFrames)")
        try await rig.close()
        await origin.stop()
    }
}
