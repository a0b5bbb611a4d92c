import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadSamples
import PlayheadTestKit
import TestSupport
import Testing

@Suite("Pictures that no output shows", .tags(.realTime), .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct LeftOutPicturesTests {
    /// Plays on a clock that is moved only as far as the engine follows.
    private struct Rig {
        let clock = ManualClock()
        let engine: EngineRig

        init(_ recipe: SampleRecipe, hasSpeaker: Bool) async throws {
            let clock = clock
            let speaker = hasSpeaker ? Speaker(clock: clock) : nil
            engine = EngineRig(try await Samples.url(recipe)) { configuration in
                configuration.pacing = .realTime
                configuration.clock = clock
                if let speaker { configuration.makeAudioOutput = { speaker } }
            }
        }

        func run(until condition: @Sendable (EngineReport) -> Bool) async throws { try await engine.run(clock, until: condition) }

        func played(to time: Double) async throws {
            try await run { if case .progress(let position) = $0 { position >= time } else { false } }
        }

        func ended() async throws -> Double {
            try await run { if case .ended = $0 { true } else { false } }
            return try await engine.ended()
        }
    }

    @Test("Pictures are not decoded while sound and playhead continue, and are in sync afterwards", arguments: [true, false])
    func leavingOut(hasSpeaker: Bool) async throws {
        let clocked = try await Rig(Samples.small, hasSpeaker: hasSpeaker)
        let rig = clocked.engine
        _ = try await rig.open()
        rig.start()
        try await clocked.played(to: 1)
        rig.engine.send(.setVideoEnabled(false))
        try await clocked.played(to: 1.3)
        let before = rig.screen.shown.count
        try await clocked.played(to: 3.5)
        #expect(rig.screen.shown.count == before, "nothing is shown")
        rig.engine.send(.setVideoEnabled(true))
        try await clocked.played(to: 4)
        let shown = rig.screen.shown.dropFirst(before)
        let first = try #require(shown.first)
        #expect((3.4..<3.7).contains(first.time), "what is shown first is at the playhead")
        #expect(shown.allSatisfy { shown in shown.stamp.map { abs(Double($0) / 30 - shown.time) < 0.001 } == true })
        #expect(abs(try await clocked.ended() - 6) < 0.1)
        let rest = rig.screen.shown.dropFirst(before)
        #expect(rest.last?.stamp == 179)
        #expect(zip(rest, rest.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect(!rig.log.all.contains { if case .waiting(.stalled) = $0 { true } else { false } }, "no stall")
        try await rig.close()
    }

    @Test("Without pictures the engine can start, seek and end")
    func wholePlayback() async throws {
        let clocked = try await Rig(Samples.small, hasSpeaker: true)
        let rig = clocked.engine
        rig.engine.send(.setVideoEnabled(false))
        _ = try await rig.open()
        rig.start()
        try await clocked.run { $0 == .firstFrame }
        #expect(rig.screen.shown.isEmpty)
        #expect(abs(try await rig.seek(1, to: 4) - 4) < 0.001)
        #expect(abs(try await clocked.ended() - 6) < 0.1)
        #expect(rig.screen.shown.count <= 1, "a seek shows where it leads")
        try await rig.close()
    }

    @Test("Pictures are shown again while paused")
    func paused() async throws {
        let clocked = try await Rig(Samples.small, hasSpeaker: false)
        let rig = clocked.engine
        _ = try await rig.open()
        rig.start()
        try await clocked.played(to: 0.5)
        rig.engine.send(.setVideoEnabled(false))
        try await clocked.played(to: 2)
        rig.engine.send(.pause)
        let index = try await rig.log.wait(from: 0) { if case .paused = $0 { true } else { false } }
        guard case .paused(let position) = rig.log.all[index] else { return }
        let before = rig.screen.shown.count
        rig.engine.send(.setVideoEnabled(true))
        try await eventually("a picture") { rig.screen.shown.count > before }
        let shown = try #require(rig.screen.shown.last)
        #expect(shown.time <= position + 0.001 && shown.time + shown.duration > position)
        try await rig.close()
    }
}
