import CFFmpeg
import Foundation
import OriginTestSupport
import PlayheadSamples
import Testing

@testable import PlayheadFFmpeg

/// The tracks and frames of each format, compared with the output of `ffprobe`.
@Suite(.enabled(if: Samples.areThere))
struct FormatTests {
    static let recipes = SampleFormat.allCases.map(SampleRecipe.file) + [.mp4WithBFrames]

    @Test(arguments: recipes)
    func `tracks match those of ffprobe`(_ recipe: SampleRecipe) async throws {
        let truth = try await FFprobe.run(Samples.url(recipe))
        let demuxer = try Demuxer(source: MemorySource(try await Samples.bytes(recipe)))
        #expect(demuxer.format == truth.format.format_name)
        #expect(demuxer.streams.map(\.index) == truth.streams.map(\.index))
        for (stream, expected) in zip(demuxer.streams, truth.streams) {
            #expect(stream.kind.rawValue == expected.codec_type)
            #expect(stream.codec == expected.codec_name)
            #expect(stream.isDecodable)
            #expect(stream.width == expected.width ?? 0)
            #expect(stream.height == expected.height ?? 0)
            #expect(stream.sampleRate == expected.sample_rate.flatMap { Int($0) } ?? 0)
            #expect(stream.channels == expected.channels ?? 0)
            #expect(stream.frameRate == expected.frameRate)
            #expect(!stream.isAttachedPicture)
        }
        #expect((demuxer.bestStream(.video) != nil) == truth.streams.contains { $0.codec_type == "video" })
        #expect(demuxer.bestStream(.audio) != nil)
        #expect(demuxer.bestStream(.text) == nil)
        let duration = try #require(truth.format.duration.flatMap(Double.init))
        #expect(abs(try #require(demuxer.duration) - duration) < 1.5e-6)
        #expect(abs((demuxer.startTime ?? 0) - (truth.format.start_time.flatMap(Double.init) ?? 0)) < 1.5e-6)
    }

    @Test(arguments: recipes)
    func `every frame has the time and type of ffprobe`(_ recipe: SampleRecipe) async throws {
        let truth = try await FFprobe.run(Samples.url(recipe))
        let demuxer = try Demuxer(source: MemorySource(try await Samples.bytes(recipe)))
        let played = try Playthrough(demuxer)
        #expect(played.decodingErrors == 0)
        for stream in demuxer.streams {
            let mine = played.frames(of: stream)
            let expected = truth.frames.filter { $0.stream_index == stream.index }
            #expect(mine.count == expected.count)
            #expect(!mine.isEmpty)
            // The text has six decimals.
            let wrong = zip(mine, expected).filter { abs(($0.time ?? .nan) - ($1.time ?? .infinity)) < 1e-6 ? false : true }
            #expect(wrong.isEmpty, "\(wrong.prefix(3))")
            #expect(zip(mine, expected).allSatisfy { $0.isKey == ($1.key_frame == 1) })
            if stream.kind == .video {
                #expect(mine.map(\.type.rawValue) == expected.map(\.pict_type))
            } else {
                #expect(mine.map(\.sampleCount) == expected.map(\.nb_samples))
            }
        }
    }

    @Test(arguments: SampleFormat.allCases.filter { $0 != .mp4IndexAtEnd })
    func `a source that can't seek and gives few bytes at a time yields the same frames`(_ format: SampleFormat) async throws {
        let bytes = try await Samples.short(format)
        let whole = try Playthrough(Demuxer(source: MemorySource(bytes)), hashes: true)
        // The padding of an MP3 file's last frame is derived from its size.
        let trickle = try Playthrough(
            Demuxer(source: MemorySource(bytes, isSeekable: false, hasSize: format == .mp3, maximumRead: 977)), hashes: true)
        #expect(!whole.frames.isEmpty)
        #expect(trickle.frames == whole.frames)
    }

    @Test func `FFmpeg has the demuxer of every container, and no extension is of two of them`() {
        for container in MediaContainer.all { #expect(av_find_input_format(container.demuxer) != nil, "\(container.demuxer)") }
        let extensions = MediaContainer.all.flatMap(\.extensions)
        #expect(Set(extensions).count == extensions.count)
        #expect(MediaContainer.isNamed("A.b.MKV") && MediaContainer.isNamed("a.gif"))
        for name in ["mkv", ".hidden.mp4", "notes.txt", "a.m3u8", ""] { #expect(!MediaContainer.isNamed(name)) }
    }

    @Test(arguments: [
        ("gif", ["-vf", "fps=10"]), ("mxf", ["-c:v", "mpeg2video", "-c:a", "pcm_s16le"]), ("dv", ["-target", "pal-dv"]),
        ("nut", ["-c:v", "mpeg4", "-c:a", "mp2"]),
    ])
    func `pictures and sound of rarer containers are complete`(_ format: String, _ options: [String]) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("sample.\(format)")
        let input = ["-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=1", "-f", "lavfi", "-i", "sine=r=48000:duration=1"]
        try await CachedTool("ffmpeg").run(["-v", "error"] + input + options + [file.path], in: folder)
        let truth = try await FFprobe.run(file)
        let demuxer = try Demuxer(source: MemorySource([UInt8](Data(contentsOf: file))))
        let played = try Playthrough(demuxer)
        #expect(played.decodingErrors == 0 && demuxer.format == format)
        for stream in demuxer.streams {
            let count = truth.frames.count { $0.stream_index == stream.index }
            #expect(count > 0 && played.frames(of: stream).count == count)
        }
    }

    @Test func `packets of streams that are not selected are skipped`() async throws {
        let demuxer = try Demuxer(source: MemorySource(try await Samples.short(.mp4)))
        let audio = try #require(demuxer.bestStream(.audio))
        demuxer.select([audio])
        var indices: Set<Int> = []
        while let packet = try demuxer.read() { indices.insert(packet.streamIndex) }
        #expect(indices == [audio.index])
    }

    @Test func `after the end every read reports the end again`() async throws {
        let demuxer = try Demuxer(source: MemorySource(try await Samples.short(.matroska)))
        while try demuxer.read() != nil {}
        for _ in 0..<3 { #expect(try demuxer.read() == nil) }
    }

    @Test func `packets have their size, times and key flag`() async throws {
        let demuxer = try Demuxer(source: MemorySource(try await Samples.short(.mp4)))
        let video = try #require(demuxer.bestStream(.video))
        demuxer.select([video])
        let first = try #require(try demuxer.read())
        let second = try #require(try demuxer.read())
        #expect(first.isKey && !first.isDiscarded && first.size > 0 && first.pts == 0)
        #expect(!second.isKey && second.duration > 0 && second.dts == first.duration)
    }

    @Test(arguments: [Demuxer.Probing(bytes: .max, seconds: .infinity), .init(bytes: .min, seconds: -1), .init(bytes: 0, seconds: .nan)])
    func `invalid limits of probing are replaced by the nearest valid ones`(_ probing: Demuxer.Probing) async throws {
        let demuxer = try Demuxer(source: MemorySource(try await Samples.short(.mp4)), probing: probing)
        #expect(demuxer.streams.count == 2)
    }
}
