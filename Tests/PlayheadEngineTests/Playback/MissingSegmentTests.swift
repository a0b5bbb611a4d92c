import Foundation
import PlayheadCore
import PlayheadEngine
import Testing

@testable import PlayheadOrigin
@testable import PlayheadSamples

/// Audio-only segments of which one is missing or damaged: playback continues after it in any position.
@Suite("Missing audio segments", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct MissingSegmentTests {
    enum Packaging: String, CaseIterable, Sendable { case fragments, transportStream, packed }
    enum Damage: CaseIterable, Sendable { case missing, garbage, empty, page }

    /// Creates 8 s of a tone: four segments of 2 s, and in fragmented MP4 a last one of a single block, which has no duration there.
    private func make(_ packaging: Packaging) async throws -> URL {
        if packaging == .packed { return try await Samples.url(.hlsPackedAudio) }
        let parent = Samples.package.appendingPathComponent(".build/samples")
        let folder = parent.appendingPathComponent("sound-\(packaging.rawValue)")
        let file = folder.appendingPathComponent("index.m3u8")
        if FileManager.default.fileExists(atPath: file.path) { return file }
        let work = parent.appendingPathComponent("work-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: work) }
        let type = packaging == .fragments ? ["-hls_segment_type", "fmp4"] : []
        let name = packaging == .fragments ? "segment%03d.m4s" : "segment%03d.ts"
        let muxer = ["-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod", "-hls_segment_filename", name] + type + ["index.m3u8"]
        try await Tool("ffmpeg").run(
            ["-v", "error", "-f", "lavfi", "-i", "sine=frequency=440:duration=8", "-c:a", "aac"] + muxer, in: work)
        if (try? FileManager.default.moveItem(at: work, to: folder)) == nil, !FileManager.default.fileExists(atPath: file.path) {
            throw CancellationError()
        }
        return file
    }

    @Test("Unpaced playback", arguments: Packaging.allCases, Damage.allCases)
    func unpaced(packaging: Packaging, damage: Damage) async throws {
        let file = try await make(packaging)
        let folder = file.deletingLastPathComponent()
        let segments = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("segment") }.sorted()
        let duration = packaging == .packed ? 6.0 : 8.0
        let origin = try await LoopbackOrigin.start(root: folder)
        for missing in segments.dropFirst().dropLast() {
            origin.removeAllFaults()
            switch damage {
            case .missing: origin.addFault(Fault(path: .init(stringLiteral: missing), kind: .status(404)))
            case .garbage: origin.addFault(Fault(path: .init(stringLiteral: missing), kind: .garbage()))
            case .empty: origin.addFault(Fault(path: .init(stringLiteral: missing), kind: .emptyBody))
            case .page: origin.addFault(Fault(path: .init(stringLiteral: missing), kind: .html))
            }
            for _ in 0..<5 {
                let rig = EngineRig(origin.url(file.lastPathComponent))
                _ = try await rig.open()
                rig.start()
                let end = try await rig.ended()
                #expect(abs(end - duration) < 0.6, "\(missing)")
                let played = rig.engine.statistics.played
                #expect(played > duration - 2.6 && played < duration + 0.3, "\(missing): \(played)")
                #expect(!rig.waits.contains(.stalled))
                try await rig.close()
            }
        }
        await origin.stop()
    }
}
