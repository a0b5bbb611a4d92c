import PlayheadCore
import PlayheadEngine
import PlayheadSamples
import PlayheadTestKit
import Testing

/// Playback stops at a fence until a decision is made.
@Suite("A fence", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct FenceTests {
    private static let recipe = SampleRecipe(.file(.mp4), duration: 2, width: 160, height: 90)

    @Test("Unpaced playback stops exactly at the fence, and no picture from there on is shown before it continues")
    func unpaced() async throws {
        let rig = EngineRig(try await Samples.url(Self.recipe))
        rig.engine.send(.setFence(0.5))
        _ = try await rig.open()
        rig.start()
        let first = try await rig.log.wait(from: 0) { $0 == .progress(position: 0.5) }
        rig.engine.send(.pause)
        _ = try await rig.log.wait(from: first) { $0 == .paused(position: 0.5) }
        #expect(rig.screen.stamps == (0..<15).map(Optional.some))
        rig.engine.send(.setFence(0.61))
        rig.start()
        let second = try await rig.log.wait(from: first) { $0 == .progress(position: 0.61) }
        #expect(rig.screen.stamps == (0..<19).map(Optional.some))
        // Playback has stopped already, and continues when the fence is removed.
        rig.engine.send(.setFence(nil))
        try await rig.ended(from: second)
        #expect(rig.screen.stamps == (0..<60).map(Optional.some))
        try await rig.close()
    }

    @Test("Playback on the clock stops exactly at the fence")
    func realTime() async throws {
        let clock = ManualClock()
        let rig = EngineRig(try await Samples.url(Self.recipe)) {
            $0.pacing = .realTime
            $0.clock = clock
        }
        rig.engine.send(.setFence(0.55))
        _ = try await rig.open()
        rig.start()
        try await rig.run(clock) { $0 == .progress(position: 0.55) }
        rig.engine.send(.pause)
        let paused = try await rig.log.wait(from: 0) { $0 == .paused(position: 0.55) }
        #expect(rig.screen.shown.allSatisfy { $0.time < 0.55 })
        let last = rig.screen.stamps.last
        rig.engine.send(.setFence(nil))
        rig.start()
        try await rig.run(clock, from: paused) { if case .ended = $0 { true } else { false } }
        let stamps = rig.screen.stamps.compactMap { $0 }
        #expect(last == 16 && zip(stamps, stamps.dropFirst()).allSatisfy { $0 < $1 } && stamps.last == 59)
        try await rig.close()
    }

    @Test("Without a decision playback continues after a timeout; a fence before the playhead is ignored")
    func timeout() async throws {
        let clock = ManualClock()
        let rig = EngineRig(try await Samples.url(Self.recipe)) { $0.clock = clock }
        // The sum of ten steps of a tenth is slightly less than one.
        rig.engine.send(.setFence(1))
        _ = try await rig.open()
        rig.start()
        let there = try await rig.log.wait(from: 0) { $0 == .progress(position: 1) }
        try await rig.run(clock, from: there) { if case .ended = $0 { true } else { false } }
        #expect(clock.now > 4 && rig.screen.stamps == (0..<60).map(Optional.some))
        try await rig.close()
    }
}
