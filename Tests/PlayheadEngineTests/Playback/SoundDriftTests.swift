import Foundation
import OriginTestSupport
import PlayheadCore
import PlayheadSamples
import PlayheadTestKit
import Testing

@testable import PlayheadEngine

@Suite(
    "Sound whose timestamps differ from its blocks, or from those of the pictures", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct SoundDriftTests {
    /// Plays what FFmpeg makes of a sample, in real time of a manual clock.
    /// - Returns: The seconds of sound that were handed to the device, and the numbers of the pictures that were shown.
    private func play(_ arguments: (_ sample: String) -> [String], to name: String) async throws -> (sound: Double, stamps: [Int]) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("drift-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let sample = try await Samples.url(Samples.small).path
        try await CachedTool("ffmpeg").run(["-v", "error"] + arguments(sample) + [name], in: folder)
        let clock = ManualClock()
        let speaker = Speaker(clock: clock)
        let rig = EngineRig(folder.appendingPathComponent(name)) {
            $0.pacing = .realTime
            $0.clock = clock
            $0.makeAudioOutput = { speaker }
        }
        _ = try await rig.open()
        rig.start()
        try await rig.run(clock) { if case .ended = $0 { true } else { false } }
        let rate = try Double(#require(speaker.format?.sampleRate))
        #expect(rig.warnings.isEmpty)
        try await rig.close()
        return (Double(speaker.samples.count) / rate, rig.screen.stamps.compactMap(\.self))
    }

    @Test("Small gaps and overlaps add up, and are corrected, so that sound and pictures stay together", arguments: [0.95, 1.05])
    func drift(factor: Double) async throws {
        // Each block of 21 ms is 1 ms longer or shorter than its timestamps: below what is corrected at once.
        let found = try await play({ ["-i", $0, "-c", "copy", "-bsf:a", "setts=ts=TS*\(factor)"] }, to: "drift.mkv")
        #expect(abs(found.sound - factor * Samples.small.duration) < 0.08)
    }

    @Test("Sound that begins before the first picture is played", arguments: ["late.m3u8", "late.mpd"])
    func latePictures(name: String) async throws {
        let muxer = name.hasSuffix("mpd") ? ["-f", "dash"] : ["-f", "hls", "-hls_playlist_type", "vod", "-hls_time", "2"]
        let found = try await play(
            { ["-itsoffset", "1.5", "-i", $0, "-i", $0, "-map", "0:v", "-map", "1:a", "-c", "copy"] + muxer }, to: name)
        #expect(abs(found.sound - Samples.small.duration) < 0.1 && found.stamps.first == 0)
    }
}
