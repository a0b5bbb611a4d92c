import Foundation
import OriginTestSupport
import PlayheadCore
import PlayheadSamples
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("Segments of other programs", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct ForeignSegmentTests {
    /// The pictures of the sample: 30 a second, with a key picture each second.
    private static let count = 180

    enum Format: String, CaseIterable {
        case fragmentedMP4 = "fmp4"
        case transportStream = "mpegts"
    }

    /// Makes a playlist of the sample, with segments of `duration` seconds that are divided by time.
    private func segment(_ format: Format, duration: Double, into folder: URL) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try await CachedTool("ffmpeg").run(
            [
                "-v", "error", "-i", try await Samples.url(Samples.small).path, "-map", "0:v", "-map", "0:a", "-c", "copy", "-f", "hls",
                "-hls_time", "\(duration)", "-hls_list_size", "0", "-hls_flags", "split_by_time", "-hls_segment_type", format.rawValue,
                "media.m3u8",
            ], in: folder)
    }

    @Test(
        "A seek into a segment without a key picture at its start shows the target and all pictures behind it", arguments: Format.allCases,
        [2.7, 5.9])
    func seek(format: Format, target: Double) async throws {
        try await withTemporaryFolder { folder in
            try await segment(format, duration: 0.4, into: folder)
            let rig = EngineRig(folder.appending(path: "media.m3u8")) { $0.forwardBuffer = 1 }
            _ = try await rig.open()
            #expect(abs(try await rig.seek(1, to: target) - target) < 0.04)
            rig.start()
            try await rig.ended()
            let stamps = rig.screen.stamps.compactMap(\.self)
            let first = Int(saturating: (target * 30).rounded())
            #expect(Array(stamps.suffix(Self.count - first)) == Array(first..<Self.count), "\(stamps)")
            #expect(rig.warnings.isEmpty)
            try await rig.close()
        }
    }

    @Test("A key picture that is many segments before the target is found")
    func distantKey() async throws {
        try await withTemporaryFolder { folder in
            let sample = try await Samples.url(Samples.small).path
            // Four times the sample, with one key picture.
            try await CachedTool("ffmpeg").run(
                [
                    "-v", "error", "-stream_loop", "3", "-i", sample, "-map", "0:v", "-c:v", "libx264", "-preset", "ultrafast", "-g",
                    "10000",
                    "-sc_threshold", "0", "-f", "hls", "-hls_time", "1", "-hls_list_size", "0", "-hls_flags", "split_by_time",
                    "-hls_segment_type", "fmp4", "media.m3u8",
                ], in: folder)
            let rig = EngineRig(folder.appending(path: "media.m3u8")) { $0.forwardBuffer = 1 }
            _ = try await rig.open()
            let (target, duration) = (22.5, Samples.small.duration)
            #expect(abs(try await rig.seek(1, to: target) - target) < 0.04)
            rig.start()
            try await rig.ended()
            let first = Int(saturating: (target - 3 * duration) * 30)
            let stamps = rig.screen.stamps.compactMap(\.self)
            #expect(Array(stamps.suffix(Self.count - first)) == Array(first..<Self.count), "\(stamps)")
            try await rig.close()
        }
    }

    @Test("A change of the rung at such segments loses and repeats no picture", arguments: Format.allCases)
    func change(format: Format) async throws {
        try await withTemporaryFolder { folder in
            for name in ["a", "b"] { try await segment(format, duration: 0.4, into: folder.appending(path: name)) }
            let lines = ["a", "b"].enumerated().map { index, name in
                "#EXT-X-STREAM-INF:BANDWIDTH=\(500_000 + index * 100_000)\n\(name)/media.m3u8\n"
            }
            let main = folder.appending(path: "main.m3u8")
            try Data(("#EXTM3U\n" + lines.joined()).utf8).write(to: main)
            let policy = RandomPolicy(seed: 3)
            let rig = EngineRig(main) { $0.makePolicy = { _ in policy } }
            _ = try await rig.open()
            rig.start()
            try await rig.ended()
            #expect(rig.screen.stamps.compactMap(\.self) == Array(0..<Self.count))
            let levels = rig.screen.shown.map(\.level)
            #expect(zip(levels, levels.dropFirst()).contains { $0 != $1 } && rig.warnings.isEmpty)
            try await rig.close()
        }
    }

    @Test("Fragmented MP4 whose timestamps restart without a mark continues with all pictures and all sound")
    func restart() async throws {
        try await withTemporaryFolder { folder in
            try await segment(.fragmentedMP4, duration: 2, into: folder)
            let file = folder.appending(path: "media.m3u8")
            let text = try String(contentsOf: file, encoding: .utf8)
            let start = try #require(text.range(of: "#EXTINF"))
            let end = try #require(text.range(of: "#EXT-X-ENDLIST"))
            let segments = text[start.lowerBound..<end.lowerBound]
            func play(repetitions: Int) async throws -> (pictures: [Int], sound: Int, end: Double) {
                let url = folder.appending(path: "\(repetitions).m3u8")
                let list = text[..<start.lowerBound] + String(repeating: String(segments), count: repetitions) + text[end.lowerBound...]
                try Data(list.utf8).write(to: url)
                let rig = EngineRig(url)
                _ = try await rig.open()
                rig.start()
                let end = try await rig.ended()
                #expect(rig.warnings.isEmpty)
                try await rig.close()
                return (rig.screen.stamps.compactMap(\.self), rig.engine.statistics.audioFrames, end)
            }
            let (once, repeated) = (try await play(repetitions: 1), try await play(repetitions: 3))
            #expect(once.pictures == Array(0..<Self.count))
            #expect(repeated.pictures == once.pictures + once.pictures + once.pictures)
            #expect(abs(repeated.sound - 3 * once.sound) <= 2 * 1024 && abs(repeated.end - 3 * once.end) < 0.2, "\(repeated.sound)")
        }
    }

    @Test("Sound before the first picture of a fragment with many pictures is played", arguments: [1, 4])
    func firstSound(duration: Int) async throws {
        try await withTemporaryFolder { folder in
            let sample = try await Samples.url(Samples.small).path
            try await CachedTool("ffmpeg").run(
                [
                    "-v", "error", "-itsoffset", "0.8", "-i", sample, "-i", sample, "-map", "0:v", "-map", "1:a", "-c", "copy", "-f", "hls",
                    "-hls_time", "\(duration)", "-hls_list_size", "0", "-hls_segment_type", "fmp4", "media.m3u8",
                ], in: folder)
            let rig = EngineRig(folder.appending(path: "media.m3u8"))
            _ = try await rig.open()
            rig.start()
            #expect(abs(try await rig.ended() - Samples.small.duration - 0.8) < 0.1)
            #expect(Double(rig.engine.statistics.audioFrames) / 48_000 > Samples.small.duration - 0.05)
            #expect(rig.screen.stamps.compactMap(\.self) == Array(0..<Self.count))
            try await rig.close()
        }
    }
}
