import Foundation
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
        try await Tool("ffmpeg").run(["-v", "error"] + inputs + Array(video.dropFirst(4)) + index + ["-y", file.path], in: folder)
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
            try await Tool("ffmpeg").run(["-v", "error", "-f", "lavfi", "-i", "sine=duration=8", "-y", whole.path], in: folder)
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
}
