import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadTestKit
import Testing

@Suite("Pictures that nobody looks at", .enabled(if: Samples.areThere), .timeLimit(.minutes(1)))
struct LeftOutPicturesTests {
    private func rig(_ recipe: SampleRecipe, hasSpeaker: Bool) async throws -> EngineRig {
        let clock = ScaledClock(speed: 4)
        let speaker = hasSpeaker ? Speaker(clock: clock) : nil
        return EngineRig(try await Samples.url(recipe), screen: Screen(probe: { clock.now })) { configuration in
            configuration.pacing = .realTime
            configuration.clock = clock
            if let speaker { configuration.makeAudioOutput = { speaker } }
        }
    }

    @Test("are not decoded; sound and playhead go on, and they come back in step with the playhead", arguments: [true, false])
    func leavingOut(hasSpeaker: Bool) async throws {
        let rig = try await rig(Samples.small, hasSpeaker: hasSpeaker)
        _ = try await rig.open()
        rig.start()
        try await rig.played(to: 1)
        rig.engine.send(.setVideoEnabled(false))
        try await rig.played(to: 1.3)
        let before = rig.screen.shown.count
        try await rig.played(to: 3.5)
        #expect(rig.screen.shown.count == before, "nothing is shown")
        rig.engine.send(.setVideoEnabled(true))
        try await rig.played(to: 4)
        let shown = rig.screen.shown.dropFirst(before)
        let first = try #require(shown.first)
        #expect((3.4..<4).contains(first.time), "what is shown first is at the playhead")
        #expect(shown.allSatisfy { shown in shown.stamp.map { abs(Double($0) / 30 - shown.time) < 0.001 } == true })
        #expect(abs(try await rig.ended() - 6) < 0.1)
        let rest = rig.screen.shown.dropFirst(before)
        #expect(rest.last?.stamp == 179)
        #expect(zip(rest, rest.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect(!rig.log.all.contains { if case .waiting(.stalled) = $0 { true } else { false } }, "no stall")
        try await rig.close()
    }

    @Test("don't keep it from starting, seeking and ending")
    func wholePlayback() async throws {
        let rig = try await rig(Samples.small, hasSpeaker: true)
        rig.engine.send(.setVideoEnabled(false))
        _ = try await rig.open()
        rig.start()
        _ = try await rig.log.wait(from: 0) { $0 == .firstFrame }
        #expect(rig.screen.shown.isEmpty)
        #expect(abs(try await rig.seek(1, to: 4) - 4) < 0.001)
        #expect(abs(try await rig.ended() - 6) < 0.1)
        #expect(rig.screen.shown.count <= 1, "a seek shows where it leads")
        try await rig.close()
    }

    @Test("are there again while it is paused")
    func paused() async throws {
        let rig = try await rig(Samples.small, hasSpeaker: false)
        _ = try await rig.open()
        rig.start()
        try await rig.played(to: 0.5)
        rig.engine.send(.setVideoEnabled(false))
        try await rig.played(to: 2)
        rig.engine.send(.pause)
        let index = try await rig.log.wait(from: 0) { if case .paused = $0 { true } else { false } }
        guard case .paused(let position) = rig.log.all[index] else { return }
        let before = rig.screen.shown.count
        rig.engine.send(.setVideoEnabled(true))
        while rig.screen.shown.count == before { try await Task.sleep(for: .milliseconds(1)) }
        let shown = try #require(rig.screen.shown.last)
        #expect(shown.time <= position + 0.001 && shown.time + shown.duration > position)
        try await rig.close()
    }

    @Test("are there again within 200 ms, in step with the clock")
    func comingBack() async throws {
        let clock = SystemClock()
        let recipe = SampleRecipe(.file(.mp4), duration: 4, width: 1280, height: 720)
        let rig = EngineRig(try await Samples.url(recipe), screen: Screen(probe: { clock.now })) { $0.pacing = .realTime }
        _ = try await rig.open()
        rig.start()
        try await rig.played(to: 0.3)
        // The playhead is at `time - shift` of the clock, as the pictures before say.
        let shift = try #require(rig.screen.shown.compactMap { shown in shown.probed.map { $0 - shown.time } }.min())
        rig.engine.send(.setVideoEnabled(false))
        // Late in a group of pictures: almost all of it has to be decoded.
        try await rig.played(to: 1.8)
        let before = rig.screen.shown.count
        let asked = clock.now
        rig.engine.send(.setVideoEnabled(true))
        try await rig.played(to: 2.5)
        let first = try #require(rig.screen.shown.dropFirst(before).first)
        let back = try #require(first.probed) - asked
        let late = rig.screen.shown.dropFirst(before).compactMap { shown in shown.probed.map { $0 - shown.time - shift } }
        let latest = try #require(late.max())
        print("Pictures were back after \((back * 1000).rounded()) ms, \((latest * 1000).rounded()) ms late at most")
        // A busy machine takes its time.
        #expect(back < 0.4)
        #expect(latest < 0.1)
        try await rig.close()
    }
}
