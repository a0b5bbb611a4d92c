import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadSamples
import PlayheadTestKit
import Testing

@Suite("The delay of sound", .tags(.realTime), .enabled(if: Samples.areThere), .serialized, .timeLimit(.minutes(5)))
struct AudioDelayTests {
    /// The sample has a beep at each whole second.
    private let length = 5.0

    private func rig(_ clock: ManualClock, _ speaker: Speaker, _ format: SampleFormat = .mp4) async throws -> EngineRig {
        let recipe = SampleRecipe(.file(format), duration: length, width: 160, height: 90)
        return EngineRig(try await Samples.url(recipe), screen: Screen(probe: { speaker.received })) { configuration in
            configuration.pacing = .realTime
            configuration.clock = clock
            configuration.makeAudioOutput = { speaker }
        }
    }

    /// The positions at which beeps are heard, if the first sample is heard at `start`, all in seconds.
    private func beeps(_ speaker: Speaker, from start: Double = 0) -> [Double] {
        Tone.onsets(of: speaker.samples, rate: 48_000).map { Double($0) / 48_000 + start }
    }

    @Test("Sound is heard later or earlier than its pictures from the start", arguments: [0.04, 0.25, 0.7, 1.6, -0.25, -1.2])
    func fromStart(delay: Double) async throws {
        let clock = ManualClock()
        let speaker = Speaker(clock: clock)
        let rig = try await rig(clock, speaker)
        rig.engine.send(.setAudioDelay(delay))
        _ = try await rig.open()
        rig.start()
        try await rig.run(clock) { if case .ended = $0 { true } else { false } }
        #expect(try await rig.ended() == length)
        let expected = (0..<5).map { Double($0) + delay }.filter { $0 >= 0 && $0 < length - 0.1 }
        // What the device got for the time after the end is not heard.
        let heard = beeps(speaker).filter { ($0 > 0.01 || delay >= 0) && $0 < length - 0.1 }
        #expect(heard.count == expected.count && zip(heard, expected).allSatisfy { abs($0 - $1) < 0.03 }, "\(heard)")
        let lags = rig.screen.shown.dropFirst(5).compactMap { shown in shown.probed.map { $0 - shown.time } }.sorted()
        #expect(abs(lags[lags.count / 2]) < 0.08)
        try await rig.close()
    }

    @Test("A change during playback restarts the sound at the playhead; pictures go on", arguments: [0.4, -0.4, 1.3])
    func change(delay: Double) async throws {
        let clock = ManualClock()
        let speaker = Speaker(clock: clock)
        let rig = try await rig(clock, speaker)
        _ = try await rig.open()
        rig.start()
        try await rig.run(clock) { if case .progress(let position) = $0 { position >= 1.5 } else { false } }
        rig.screen.wipe()
        let before = rig.log.count
        rig.engine.send(.setAudioDelay(delay))
        try await rig.run(clock) { if case .ended = $0 { true } else { false } }
        let starts = rig.screen.shown.dropFirst(10).compactMap { shown in shown.probed.map { shown.time - $0 } }.sorted()
        let start = starts[starts.count / 2]
        #expect((1.3..<2).contains(start))
        let heard = beeps(speaker, from: start).filter { $0 > start + 0.1 }
        #expect(heard.count >= 2)
        for beep in heard { #expect(abs((beep - delay) - (beep - delay).rounded()) < 0.05, "\(heard)") }
        #expect(!rig.log.all.dropFirst(before).contains { if case .waiting = $0 { true } else { false } })
        try await rig.close()
    }

    @Test("After a seek the delay is kept, and the sound before the target is heard first")
    func seek() async throws {
        let clock = ManualClock()
        let speaker = Speaker(clock: clock)
        let rig = try await rig(clock, speaker)
        rig.engine.send(.setAudioDelay(0.5))
        _ = try await rig.open()
        rig.start()
        try await rig.run(clock) { if case .progress(let position) = $0 { position >= 0.5 } else { false } }
        rig.engine.send(.seek(id: 1, target: 2.2, precision: .exact))
        try await rig.run(clock) { if case .ended = $0 { true } else { false } }
        let heard = beeps(speaker, from: try await rig.reached(1, from: 0))
        #expect(heard.count == 3 && zip(heard, [2.5, 3.5, 4.5]).allSatisfy { abs($0 - $1) < 0.03 }, "\(heard)")
        try await rig.close()
    }

    @Test("Sound without pictures is not delayed")
    func soundOnly() async throws {
        let clock = ManualClock()
        let speaker = Speaker(clock: clock)
        let rig = try await rig(clock, speaker, .flac)
        rig.engine.send(.setAudioDelay(0.5))
        _ = try await rig.open()
        rig.start()
        try await rig.run(clock) { if case .ended = $0 { true } else { false } }
        #expect(beeps(speaker).first.map { $0 < 0.05 } == true)
        try await rig.close()
    }
}
