import Foundation
import OriginTestSupport
import TestSupport
import Testing

@testable import PlayheadSamples

@Suite("Generated samples", .serialized)
struct SampleStreamsTests {
    @Test("are generated in every format, playable from the first to the last frame", .enabled(if: Probe.isPossible))
    func files() async throws {
        try await withTemporaryFolder { folder in
            let streams = SampleStreams(cache: folder)
            for format in SampleFormat.allCases {
                let url = try await streams.url(of: SampleRecipe(.file(format), duration: 1))
                #expect(url.pathExtension == format.fileExtension)
                let probe = try await Probe(url)
                #expect(probe.frames(.video) == (format.hasVideo ? 30 : nil), "\(format)")
                #expect(probe.hasAudio, "\(format)")
                // ADTS does not contain its duration, which readers estimate from the bit rate.
                if format == .adts {
                    #expect(probe.frames(.audio) == 48)
                } else {
                    #expect(abs(probe.duration - 1) < 0.1, "\(format)")
                }
            }
        }
    }

    @Test("are the same bytes each time", .enabled(if: Probe.isPossible))
    func determinism() async throws {
        try await withTemporaryFolder { folder in
            let (one, two) = (
                SampleStreams(cache: folder.appendingPathComponent("1")), SampleStreams(cache: folder.appendingPathComponent("2"))
            )
            for format in [SampleFormat.mp4, .webm, .webmVP9, .matroska, .oggOpus] {
                let recipe = SampleRecipe(.file(format), duration: 0.5)
                let first = try Data(contentsOf: await one.url(of: recipe))
                let second = try Data(contentsOf: await two.url(of: recipe))
                #expect(first == second, "\(format)")
            }
        }
    }

    @Test("are generated once, even for concurrent requests", .enabled(if: Probe.isPossible))
    func caching() async throws {
        try await withTemporaryFolder { folder in
            let recipe = SampleRecipe(.file(.wav), duration: 1)
            let makers = (0..<4).map { _ in SampleStreams(cache: folder) }
            let urls = try await withThrowingTaskGroup(of: URL.self) { group in
                for maker in makers { for _ in 0..<2 { group.addTask { try await maker.url(of: recipe) } } }
                return try await group.reduce(into: Set<URL>()) { $0.insert($1) }
            }
            #expect(urls.count == 1)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
            let url = try #require(urls.first)
            let before = try FileManager.default.attributesOfItem(atPath: url.path)[.modificationDate] as? Date
            #expect(try await SampleStreams(cache: folder).url(of: recipe) == url)
            #expect(try FileManager.default.attributesOfItem(atPath: url.path)[.modificationDate] as? Date == before)
            let other = try await makers[0].url(of: SampleRecipe(.file(.wav), duration: 1.5))
            #expect(other != url)
        }
    }

    @Test("beep exactly from each whole second on", .enabled(if: Probe.isPossible))
    func beeps() async throws {
        try await withTemporaryFolder { folder in
            let url = try await SampleStreams(cache: folder).url(of: .file(.wav))
            let bytes = [UInt8](try Data(contentsOf: url)).suffix(4 * 48_000 * 4)
            let samples = stride(from: bytes.startIndex, to: bytes.endIndex, by: 4).map {
                Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
            }
            #expect(samples.count == 4 * 48_000)
            for second in 0..<4 {
                let start = second * 48_000
                #expect(samples[start] == 0)
                #expect(samples[start + 1] != 0)
                #expect(samples[(start + 1)..<(start + 4800)].max() ?? 0 > 16_000)
                #expect(samples[(start + 4800)..<(start + 48_000)].allSatisfy { $0 == 0 })
            }
        }
    }

    @Test(
        "carry each frame's number in the picture", .enabled(if: Probe.isPossible),
        arguments: [SampleRecipe.file(.webm), .mp4WithBFrames, .hlsDiscontinuity])
    func stamps(recipe: SampleRecipe) async throws {
        try await withTemporaryFolder { folder in
            let url = try await SampleStreams(cache: folder).url(of: recipe)
            let raw = folder.appendingPathComponent("raw")
            try await CachedTool("ffmpeg").run(
                [
                    "-v", "error", "-i", url.path, "-fps_mode", "passthrough", "-vf", "scale=320:180:flags=neighbor", "-pix_fmt", "gray",
                    "-f", "rawvideo", raw.path,
                ],
                in: folder)
            let pictures = try Data(contentsOf: raw)
            let size = 320 * 180
            let numbers = stride(from: 0, to: pictures.count, by: size).map {
                FrameStamp.read(luma: pictures[$0..<($0 + size)], bytesPerRow: 320, width: 320, height: 180)
            }
            #expect(numbers == Array(0..<Int(saturating: recipe.duration * 30, rounding: .towardZero)))
        }
    }

    @Test("report a missing ffmpeg, and the problem of a recipe")
    func errors() async throws {
        try await withTemporaryFolder { folder in
            await #expect(throws: SampleStreamError.toolNotFound("ffmpeg")) {
                try await SampleStreams(cache: folder, path: folder.path).url(of: .mp4WithBFrames)
            }
            #expect(SampleStreamError.toolNotFound("ffmpeg").description.contains("PATH"))
        }
    }

    @Test(
        "are refused for recipes that can't be made, leaving nothing behind",
        arguments: [
            SampleRecipe(.file(.mp4), duration: 0), SampleRecipe(.file(.mp4), duration: .nan), SampleRecipe(.file(.mp4), width: 321),
            SampleRecipe(.file(.mp4), height: 2), SampleRecipe(.file(.mp4), frameRate: 0),
            SampleRecipe(.hls(HLSLayout(segments: .transportStream, segmentDuration: 0))),
            SampleRecipe(.hls(HLSLayout(segments: .transportStream, languages: ["en"], hasDiscontinuity: true))),
        ])
    func badRecipes(recipe: SampleRecipe) async throws {
        try await withTemporaryFolder { folder in
            await #expect(throws: SampleStreamError.self) { try await SampleStreams(cache: folder).url(of: recipe) }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(left.isEmpty)
        }
    }

    @Test("report the error output of the tool when it fails", .enabled(if: Probe.isPossible))
    func toolFailure() async throws {
        try await withTemporaryFolder { folder in
            let error = await #expect(throws: SampleStreamError.self) { try await Tool("ffmpeg").run(["-i", "no-such-file"], in: folder) }
            #expect(error?.description.contains("no-such-file") == true)
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(left.isEmpty)
        }
    }

    @Test("are no longer generated when the task is cancelled", .enabled(if: Probe.isPossible))
    func cancelling() async throws {
        try await withTemporaryFolder { folder in
            let task = Task {
                try await Tool("ffmpeg").run(["-v", "error", "-re", "-f", "lavfi", "-i", "testsrc2", "-f", "null", "-"], in: folder)
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }
}
