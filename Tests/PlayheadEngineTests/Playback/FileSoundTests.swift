import Foundation
import PlayheadCore
import PlayheadOrigin
import PlayheadTestKit
import Testing

@testable import PlayheadEngine

/// A file with several audio tracks: one is played, and another can replace it.
@Suite("Audio tracks of a file", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct FileSoundTests {
    private static let pictures = Int(saturating: Samples.small.duration, rounding: .towardZero) * Samples.small.frameRate

    /// Opens a file on a clock that the test moves; `buffer` seconds are loaded ahead.
    private func open(_ url: URL, buffer: Double = 30, preferring audio: AudioPreference = AudioPreference()) async throws -> (
        rig: EngineRig, speaker: Speaker, clock: ManualClock, tracks: [MediaTrack]
    ) {
        let clock = ManualClock()
        let speaker = Speaker(clock: clock)
        let rig = EngineRig(url) {
            $0.pacing = .realTime
            $0.clock = clock
            $0.forwardBuffer = buffer
            $0.preferredAudio = audio
            $0.makeAudioOutput = { speaker }
        }
        return (rig, speaker, clock, try await rig.open().audioTracks)
    }

    /// The frequency that is played now, in hertz. The device has the sample rate of the first track.
    private func frequency(_ speaker: Speaker) -> Double {
        Tone.frequency(of: Array(speaker.samples.suffix(4800)), rate: speaker.format?.sampleRate ?? 48_000)
    }

    private func isPast(_ time: Double) -> @Sendable (EngineReport) -> Bool {
        { if case .progress(let position) = $0 { position >= time } else { false } }
    }

    @Test(
        "Another track takes over during playback: no picture is missing or repeated, and there is no silence",
        arguments: FileTones.containers, [30, 1.5])
    func change(container: String, buffer: Double) async throws {
        // Either all of the file is loaded, or the reader waits for room in the middle.
        let (rig, speaker, clock, tracks) = try await open(try await FileTones.url(container), buffer: buffer)
        #expect(tracks.map(\.language) == ["eng", "deu"])
        rig.start()
        try await rig.run(clock, until: isPast(2))
        rig.engine.send(.selectAudioTrack(1))
        try await rig.run(clock) { if case .ended = $0 { true } else { false } }
        #expect(rig.log.all.filter { $0 == .audioTrackSelected(1) }.count == 1 && rig.warnings.isEmpty)
        #expect(rig.screen.stamps == (0..<Self.pictures).map(Optional.some))
        let samples = speaker.samples
        let change = try #require(Tone.change(in: samples, from: FileTones.frequencies[0], to: FileTones.frequencies[1], rate: 48_000))
        // The file is read in system time, and the clock continues meanwhile.
        #expect((1.9...5).contains(Double(change) / 48_000), "\(Double(change) / 48_000)")
        #expect(Tone.maximumSilence(in: samples.dropFirst(4800).dropLast(9600), rate: 48_000) < 0.01)
        #expect(abs(Double(samples.count) / 48_000 - Samples.small.duration) < 0.1)
        try await rig.close()
    }

    @Test(
        "A track selected before playback is heard from the start, and of two selections at once the last one counts",
        arguments: FileTones.containers)
    func before(container: String) async throws {
        let (rig, speaker, clock, _) = try await open(try await FileTones.url(container))
        rig.engine.send(.selectAudioTrack(1))
        _ = try await rig.log.wait(from: 0) { $0 == .audioTrackSelected(1) }
        rig.start()
        try await rig.run(clock, until: isPast(1))
        let rate = try #require(speaker.format?.sampleRate)
        let other = Tone.change(
            in: speaker.samples.dropFirst(4800), from: FileTones.frequencies[1], to: FileTones.frequencies[0], rate: rate)
        #expect(other == nil && abs(frequency(speaker) - FileTones.frequencies[1]) < 20)
        rig.engine.send(.selectAudioTrack(0))
        rig.engine.send(.selectAudioTrack(1))
        try await rig.run(clock, until: isPast(4))
        let selected = rig.log.all.filter { $0 == .audioTrackSelected(0) || $0 == .audioTrackSelected(1) }
        #expect(abs(frequency(speaker) - FileTones.frequencies[1]) < 20 && selected.last == .audioTrackSelected(1))
        try await rig.close()
    }

    @Test(
        "The preferred track is the current one from the start: that of the viewer's choice, or of a language",
        arguments: FileTones.containers)
    func preferred(container: String) async throws {
        for audio in [AudioPreference(choice: MediaTrack(index: 5, name: "Other", language: "de")), AudioPreference(languages: ["de"])] {
            let (rig, speaker, clock, _) = try await open(try await FileTones.url(container), preferring: audio)
            rig.start()
            try await rig.run(clock, until: isPast(1))
            #expect(abs(frequency(speaker) - FileTones.frequencies[1]) < 20 && rig.warnings.isEmpty)
            #expect(!rig.log.all.contains { if case .audioTrackSelected = $0 { true } else { false } })
            try await rig.close()
        }
    }

    @Test("A seek, far or near, switches to the selected track; while paused the switch is immediate", arguments: FileTones.containers)
    func seeks(container: String) async throws {
        let (rig, speaker, clock, _) = try await open(try await FileTones.url(container))
        rig.start()
        try await rig.run(clock, until: isPast(0.5))
        rig.engine.send(.selectAudioTrack(1))
        rig.engine.send(.seek(id: 1, target: 4, precision: .exact))
        // The file is read in system time.
        _ = try await rig.log.wait(from: 0) { $0 == .audioTrackSelected(1) }
        try await rig.run(clock, until: isPast(4.5))
        #expect(abs(frequency(speaker) - FileTones.frequencies[1]) < 20)
        rig.engine.send(.pause)
        let before = rig.log.count
        rig.engine.send(.selectAudioTrack(0))
        _ = try await rig.log.wait(from: before) { $0 == .audioTrackSelected(0) }
        let back = try await rig.seek(2, to: 1)
        #expect(back == 1)
        rig.start()
        try await rig.run(clock, from: before) { if case .ended = $0 { true } else { false } }
        #expect(abs(Tone.frequency(of: speaker.samples, rate: 48_000) - FileTones.frequencies[0]) < 20)
        #expect(rig.screen.stamps.suffix(Self.pictures - 30) == (30..<Self.pictures).map(Optional.some)[...] && rig.warnings.isEmpty)
        try await rig.close()
    }

    @Test("From a server without byte ranges only the best track can be played")
    func withoutRanges() async throws {
        let file = try await FileTones.url("mkv")
        let origin = try await LoopbackOrigin.start(root: file.deletingLastPathComponent())
        origin.addFault(Fault(path: "two-languages.mkv", kind: .ignoreRanges))
        let rig = EngineRig(origin.url(file.lastPathComponent))
        let tracks = try await rig.open().audioTracks
        #expect(tracks.map(\.language) == ["eng"])
        rig.start()
        try await rig.ended()
        try await rig.close()
        await origin.stop()
    }
}
