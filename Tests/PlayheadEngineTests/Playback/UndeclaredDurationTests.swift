import Foundation
import OriginTestSupport
import PlayheadCore
import PlayheadSamples
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadOrigin

/// Files whose headers lack the duration, as in recordings that were streamed or cut off, and files whose tracks start later than 0.
@Suite("Undeclared durations and late starts", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct UndeclaredDurationTests {
    /// A file of 6 s, made from the usual sample with 30 pictures per second.
    enum Recording: String, CaseIterable, Sendable {
        case matroska, webm, flv, fragments, flac, wavpack, wave, raw
        case lateMatroska, lateWebM, lateMovie, slightlyLateMovie, slightlyLateMatroska, lateFragments, lateOgg, lateFLV

        var arguments: [String] {
            let copy = ["-c", "copy"]
            let sound = ["-vn", "-c:a"]
            let late = ["-output_ts_offset", "3"]
            let fragments = ["-movflags", "frag_keyframe+empty_moov+default_base_moof"]
            return switch self {
            case .matroska: copy + ["-live", "1", "out.mkv"]
            case .webm: sound + ["libopus", "-live", "1", "out.webm"]
            case .flv: copy + ["-flvflags", "no_duration_filesize", "out.flv"]
            case .fragments: copy + fragments + ["out.mp4"]
            case .flac: sound + ["flac", "-seekable", "0", "out.flac"]
            case .wavpack: sound + ["wavpack", "-seekable", "0", "out.wv"]
            case .wave: sound + ["pcm_s16le", "-fflags", "+bitexact", "out.wav"]
            case .raw: ["-an"] + copy + ["-bsf:v", "h264_mp4toannexb", "out.h264"]
            case .lateMatroska: copy + late + ["out.mkv"]
            case .lateWebM: sound + ["libopus"] + late + ["out.webm"]
            case .lateMovie: copy + late + ["out.mp4"]
            case .slightlyLateMovie: copy + ["-output_ts_offset", "0.4", "out.mp4"]
            case .slightlyLateMatroska: copy + ["-output_ts_offset", "0.4", "out.mkv"]
            case .lateFragments: copy + late + ["-movflags", "frag_keyframe+default_base_moof+delay_moov", "out.mp4"]
            case .lateOgg: sound + ["libopus"] + late + ["out.ogg"]
            case .lateFLV: copy + late + ["-flvflags", "no_duration_filesize", "out.flv"]
            }
        }

        var hasPictures: Bool { !arguments.contains("-vn") }
    }

    private func make(_ recording: Recording, in folder: URL) async throws -> URL {
        let whole = try await Samples.url(Samples.small)
        let arguments = recording.arguments
        try await CachedTool("ffmpeg").run(["-v", "error", "-i", whole.path] + arguments, in: folder)
        let file = folder.appendingPathComponent(arguments.last ?? "")
        if recording == .wave {
            // The sizes that sox writes to a pipe.
            let handle = try FileHandle(forWritingTo: file)
            for (offset, size) in [(UInt64(4), UInt8(0x24)), (40, 0)] {
                try handle.seek(toOffset: offset)
                try handle.write(contentsOf: Data([size, 0xF0, 0xFF, 0x7F]))
            }
            try handle.close()
        }
        return file
    }

    @Test("They are no live streams: the duration is measured, all is played, and seeks arrive", arguments: Recording.allCases)
    func measured(recording: Recording) async throws {
        try await withTemporaryFolder { folder in
            let rig = EngineRig(try await make(recording, in: folder))
            let description = try await rig.open()
            #expect(description.window == nil && abs(description.duration - 6) < 0.15, "\(description.duration)")
            for (id, target) in [4.02, 1.52, 5.02].enumerated() {
                #expect(abs(try await rig.seek(id, to: target) - target) < 0.05)
                // Sound may start up to three pictures earlier, because reordered pictures are delayed.
                guard recording.hasPictures else { continue }
                let stamp = try #require(rig.screen.stamps.last ?? nil)
                #expect(abs(Double(stamp) + 1.5 - target * 30) <= 2, "\(stamp) at \(target)")
            }
            rig.screen.wipe()
            try await rig.seek(9, to: 0)
            rig.start()
            #expect(abs(try await rig.ended() - 6) < 0.15)
            if recording.hasPictures { #expect(rig.screen.stamps.compactMap(\.self) == Array(0..<180)) }
            #expect(rig.warnings.isEmpty)
            try await rig.close()
        }
    }

    @Test(
        "All is played to the end, although the announced duration is a guess or lacks the last frame",
        arguments: [["-vn", "-c:a", "aac", "-b:a", "64k", "out.aac"], ["-c", "copy", "-output_ts_offset", "4000", "out.flv"]])
    func settled(arguments: [String]) async throws {
        try await withTemporaryFolder { folder in
            try await CachedTool("ffmpeg").run(["-v", "error", "-i", try await Samples.url(Samples.small).path] + arguments, in: folder)
            let rig = EngineRig(folder.appendingPathComponent(arguments.last ?? ""))
            _ = try await rig.open()
            rig.start()
            let end = try await rig.ended()
            let statistics = rig.engine.statistics
            #expect(abs(end - 6) < 0.05 && abs(statistics.played - end) < 0.001, "\(end), \(statistics.played)")
            try await rig.close()
        }
    }

    @Test("Without byte ranges the duration is estimated from the size, and corrected at the end", arguments: [Recording.matroska, .flac])
    func estimated(recording: Recording) async throws {
        try await withTemporaryFolder { folder in
            let file = try await make(recording, in: folder)
            let origin = try await LoopbackOrigin.start(root: folder)
            _ = origin.addFault(Fault(kind: .ignoreRanges))
            let rig = EngineRig(origin.url(file.lastPathComponent))
            let description = try await rig.open()
            #expect(description.window == nil && description.duration > 3 && description.duration < 12, "\(description.duration)")
            rig.start()
            #expect(abs(try await rig.ended() - 6) < 0.5)
            try await rig.close()
            await origin.stop()
        }
    }

    @Test("Without byte ranges a seek forward reads on, however far the file was read", arguments: [SampleFormat.oggVorbis, .mpegTS])
    func seekForward(format: SampleFormat) async throws {
        let file = try await Samples.url(SampleRecipe(.file(format), duration: 6))
        let origin = try await LoopbackOrigin.start(root: file.deletingLastPathComponent())
        _ = origin.addFault(Fault(kind: .ignoreRanges))
        let rig = EngineRig(origin.url(file.lastPathComponent))
        let duration = try await rig.open().duration
        // A seek is not clamped to a guess that is too short.
        #expect(duration > 5.5 && duration < 13, "\(duration)")
        #expect(abs(try await rig.seek(1, to: 3) - 3) < 0.6)
        rig.start()
        #expect(abs(try await rig.ended() - 6) < 0.5)
        try await rig.close()
        await origin.stop()
    }

    @Test("Without byte ranges a seek forward passes more sound than there is room for")
    func farSeek() async throws {
        try await withTemporaryFolder { folder in
            let inputs = ["-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=60", "-f", "lavfi", "-i", "sine=r=48000:d=60"]
            let codecs = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "50", "-c:a", "libopus"]
            try await CachedTool("ffmpeg").run(["-v", "error"] + inputs + codecs + ["far.mkv"], in: folder)
            let origin = try await LoopbackOrigin.start(root: folder)
            _ = origin.addFault(Fault(kind: .ignoreRanges))
            let rig = EngineRig(origin.url("far.mkv")) { $0.forwardBytes = 256 << 10 }
            _ = try await rig.open()
            #expect(abs(try await rig.seek(1, to: 55) - 55) < 0.001)
            let shown = try #require(rig.screen.shown.last).time
            #expect(abs(shown - 55) < 0.1, "\(shown)")
            rig.start()
            #expect(abs(try await rig.ended() - 60) < 0.1)
            try await rig.close()
            await origin.stop()
        }
    }
}
