import Foundation
import OriginTestSupport
import PlayheadCore
import PlayheadEngine
import TestSupport
import Testing

@testable import PlayheadSamples

/// Files that end before the duration in their header.
@Suite("Truncated files", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct TruncatedFileTests {
    enum Kind: String, CaseIterable, Sendable {
        case flac, mp3, wav, w64, aiff, caf, au, tta, wv, mka, m4a, avi, flv, mp4, mkv, webm, mov
    }

    /// Encodes `seconds` of a tone, and of a picture if the container is for video.
    private func make(_ kind: Kind, seconds: Double, indexFirst: Bool = true, in folder: URL) async throws -> URL {
        let picture = ["-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25:duration=\(seconds)"]
        let video: [String]
        switch kind {
        case .flv, .mp4, .mkv, .mov: video = picture + ["-c:v", "libx264", "-preset", "ultrafast", "-threads", "1", "-c:a", "aac"]
        case .webm: video = picture + ["-c:v", "libvpx", "-deadline", "realtime", "-c:a", "libvorbis"]
        case .avi: video = picture + ["-c:v", "mpeg4", "-c:a", "mp3"]
        default: video = []
        }
        let inputs = Array(video.prefix(4)) + ["-f", "lavfi", "-i", "sine=duration=\(seconds)"]
        let index = [.mp4, .mov, .m4a].contains(kind) && indexFirst ? ["-movflags", "+faststart"] : []
        let file = folder.appendingPathComponent("whole.\(kind.rawValue)")
        try await CachedTool("ffmpeg").run(["-v", "error"] + inputs + Array(video.dropFirst(4)) + index + ["-y", file.path], in: folder)
        return file
    }

    private func outcome(of file: URL) async throws -> Result<Double, PlaybackError> {
        let rig = EngineRig(file)
        defer { rig.engine.send(.close(playback: 1)) }
        rig.engine.send(.open(playback: 1, item: 0))
        rig.start()
        do { return .success(try await rig.ended()) } catch let failure as ReportLog.Failure { return .failure(failure.error) }
    }

    @Test("A complete file ends; a truncated file fails at its end with 24021", arguments: Kind.allCases, [1.2, 4.0])
    func cut(kind: Kind, seconds: Double) async throws {
        // The header has only the duration, which may differ from that of the played tracks.
        if kind == .flv, seconds < 2 { return }
        try await withTemporaryFolder { folder in
            let whole = try await make(kind, seconds: seconds, in: folder)
            guard case .success(let duration) = try await outcome(of: whole) else {
                Issue.record("the whole file fails")
                return
            }
            #expect(abs(duration - seconds) < 0.3)
            let bytes = try Data(contentsOf: whole)
            let cut = folder.appendingPathComponent("cut.\(kind.rawValue)")
            for share in kind == .flv ? [0.6] : [0.6, 0.8] {
                try bytes.prefix(Int(saturating: Double(bytes.count) * share, rounding: .towardZero)).write(to: cut)
                guard case .failure(let error) = try await outcome(of: cut) else {
                    Issue.record("\(share) of the file completes")
                    continue
                }
                #expect(error.kind == .truncated && error.isFatal, "\(error)")
            }
        }
    }

    @Test("Ogg announces no duration: a file without its last page completes with a warning")
    func ogg() async throws {
        try await withTemporaryFolder { folder in
            let whole = folder.appendingPathComponent("whole.ogg")
            try await CachedTool("ffmpeg").run(["-v", "error", "-f", "lavfi", "-i", "sine=duration=8", "-y", whole.path], in: folder)
            let bytes = try Data(contentsOf: whole)
            let cut = folder.appendingPathComponent("cut.ogg")
            try bytes.prefix(bytes.count * 6 / 10).write(to: cut)
            for (file, count) in [(whole, 0), (cut, 1)] {
                let rig = EngineRig(file)
                _ = try await rig.open()
                rig.start()
                try await rig.ended()
                try await rig.close()
                #expect(rig.warnings.filter { $0.kind == .truncated }.count == count)
            }
        }
    }

    @Test("A file whose index is in the missing part cannot be opened, for this reason", arguments: [Kind.mp4, .m4a, .mov])
    func indexAtEnd(kind: Kind) async throws {
        try await withTemporaryFolder { folder in
            let whole = try await make(kind, seconds: 2, indexFirst: false, in: folder)
            let bytes = try Data(contentsOf: whole)
            let cut = folder.appendingPathComponent("cut.\(kind.rawValue)")
            try bytes.prefix(bytes.count * 6 / 10).write(to: cut)
            guard case .failure(let error) = try await outcome(of: cut) else {
                Issue.record("it plays")
                return
            }
            #expect(error.kind == .truncated, "\(error)")
        }
    }

    @Test(
        "A file completes although a track that is not played is longer", arguments: [Kind.mp4, .mov, .mkv, .webm],
        ["text", "sound"])
    func longerTrack(kind: Kind, longer: String) async throws {
        try await withTemporaryFolder { folder in
            let short = try await make(kind, seconds: 2, in: folder)
            let addition: URL
            if longer == "text" {
                addition = folder.appendingPathComponent("long.srt")
                try Data("1\n00:00:01,000 --> 00:00:08,000\nlong\n".utf8).write(to: addition)
            } else {
                let other = folder.appendingPathComponent("other")
                try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
                addition = try await make(kind, seconds: 8, in: other)
            }
            let track = longer == "text" ? "1:s" : "1:a"
            let text = [.mp4, .mov].contains(kind) ? "mov_text" : kind == .webm ? "webvtt" : "srt"
            let file = folder.appendingPathComponent("both.\(kind.rawValue)")
            try await CachedTool("ffmpeg").run(
                ["-v", "error", "-i", short.path, "-i", addition.path, "-map", "0", "-map", track, "-c", "copy", "-c:s", text, file.path],
                in: folder)
            // With the statistics of tracks in Matroska, and without.
            for hasStatistics in [true, false] {
                var bytes = try Data(contentsOf: file)
                if !hasStatistics {
                    while let name = bytes.range(of: Data("DURATION".utf8)) { bytes.replaceSubrange(name, with: Data("distance".utf8)) }
                    try bytes.write(to: file)
                }
                guard case .success(let duration) = try await outcome(of: file) else {
                    Issue.record("it fails")
                    continue
                }
                #expect(abs(duration - 2) < 0.3)
                // The length of the file, and not of its tracks, shows what is missing.
                if [.mp4, .mov].contains(kind) { continue }
                let cut = folder.appendingPathComponent("cut.\(kind.rawValue)")
                try bytes.prefix(bytes.count / 2).write(to: cut)
                guard case .failure(let error) = try await outcome(of: cut) else {
                    Issue.record("half of the file completes")
                    continue
                }
                #expect(error.kind == .truncated, "\(error)")
            }
        }
    }
}
