import PlayheadCore
import PlayheadEngine
import PlayheadSamples
import PlayheadTestKit
import Testing

/// The maximum duration that is played.
@Suite("The play limit", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct PlayLimitTests {
    private func isPlayedOut(_ rig: EngineRig, at position: Double) -> Bool {
        abs((rig.engine.statistics.playedOutAt ?? -1) - position) < 0.000_1
    }

    @Test(
        "Unpaced playback stops exactly at the limit, in every container, and stays there",
        arguments: [SampleFormat.mp4, .matroska, .mp3, .flac, .mpegTS])
    func unpaced(format: SampleFormat) async throws {
        let recipe = SampleRecipe(.file(format), duration: 4, width: 160, height: 90)
        let rig = EngineRig(try await Samples.url(recipe))
        rig.engine.send(.setPlayLimit(0.86))
        let media = try await rig.open()
        rig.start()
        let end = media.seekableRange.start + 0.86
        _ = try await rig.log.wait(from: 0) { if case .progress(let position) = $0 { abs(position - end) < 0.05 } else { false } }
        #expect(abs(rig.engine.statistics.played - 0.86) < 0.000_1 && rig.engine.statistics.playedOutAt != nil)
        let more = rig.log.count
        rig.engine.send(.setPlayLimit(1.5))
        _ = try await rig.log.wait(from: more) { if case .progress = $0 { rig.engine.statistics.played > 1.49 } else { false } }
        #expect(abs(rig.engine.statistics.played - 1.5) < 0.000_1)
        rig.engine.send(.setPlayLimit(nil))
        try await rig.ended(from: more)
        try await rig.close()
    }

    @Test("The limit is exact, wherever it is", arguments: [1.0, 1.0001, 0.9999, 1.000_000_1, 0.033_4, 0.000_001])
    func besidePictures(limit: Double) async throws {
        let recipe = SampleRecipe(.file(.mp4), duration: 2, width: 160, height: 90)
        let rig = EngineRig(try await Samples.url(recipe))
        rig.engine.send(.setPlayLimit(limit))
        _ = try await rig.open()
        rig.start()
        _ = try await rig.log.wait(from: 0) { if case .progress = $0 { rig.engine.statistics.playedOutAt != nil } else { false } }
        #expect(abs(rig.engine.statistics.played - limit) < 0.000_001)
        try await rig.close()
    }

    @Test("Playback on the clock stops exactly at the limit, at any rate", arguments: [1.0, 4])
    func realTime(rate: Double) async throws {
        let clock = ManualClock()
        let recipe = SampleRecipe(.file(.mp4), duration: 2, width: 160, height: 90)
        let rig = EngineRig(try await Samples.url(recipe)) {
            $0.pacing = .realTime
            $0.clock = clock
        }
        rig.engine.send(.setPlayLimit(0.77))
        _ = try await rig.open()
        rig.engine.send(.setRate(rate))
        rig.start()
        try await rig.run(clock) { if case .progress(let position) = $0 { abs(position - 0.77) < 0.000_001 } else { false } }
        #expect(isPlayedOut(rig, at: 0.77) && rig.screen.shown.allSatisfy { $0.time < 0.77 })
        // Longer than the timeout of a fence.
        for _ in 0..<100 {
            clock.advance(by: 0.1)
            await Task.yield()
        }
        #expect(abs(rig.engine.statistics.played - 0.77) < 0.000_001)
        try await rig.close()
    }

    @Test("Media that a seek skips is not counted")
    func seeking() async throws {
        let recipe = SampleRecipe(.file(.mp4), duration: 4, width: 160, height: 90)
        let rig = EngineRig(try await Samples.url(recipe))
        rig.engine.send(.setPlayLimit(0.5))
        _ = try await rig.open()
        try await rig.seek(1, to: 3)
        rig.start()
        _ = try await rig.log.wait(from: 0) { if case .progress(let position) = $0 { abs(position - 3.5) < 0.000_1 } else { false } }
        #expect(isPlayedOut(rig, at: 3.5))
        try await rig.close()
    }
}
