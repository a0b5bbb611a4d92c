import Foundation
import PlayheadCore
import PlayheadSamples
import PlayheadTestKit
import Testing

@testable import PlayheadEngine

@Suite("Sound whose blocks are longer or shorter than their timestamps", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct SoundDriftTests {
    @Test("Small gaps and overlaps add up, and are corrected, so that sound and pictures stay together", arguments: [0.95, 1.05])
    func drift(factor: Double) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("drift-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let sample = try await Samples.url(Samples.small)
        // Each block of 21 ms is 1 ms longer or shorter than its timestamps: below what is corrected at once.
        try await Tool("ffmpeg").run(
            ["-v", "error", "-i", sample.path, "-c", "copy", "-bsf:a", "setts=ts=TS*\(factor)", "drift.mkv"], in: folder)
        let clock = ManualClock()
        let speaker = Speaker(clock: clock)
        let rig = EngineRig(folder.appendingPathComponent("drift.mkv")) {
            $0.pacing = .realTime
            $0.clock = clock
            $0.makeAudioOutput = { speaker }
        }
        _ = try await rig.open()
        rig.start()
        try await rig.run(clock) { if case .ended = $0 { true } else { false } }
        let rate = try Double(#require(speaker.format?.sampleRate))
        let tolerance = 0.08
        #expect(abs(Double(speaker.samples.count) / rate - factor * Samples.small.duration) < tolerance)
        #expect(rig.warnings.isEmpty)
        try await rig.close()
    }
}
