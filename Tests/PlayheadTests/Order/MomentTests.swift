import PlayheadSamples
import Testing

@testable import Playhead

/// EVENTS: the position of each event is that of the playhead at that time.
@MainActor
@Suite("Positions of events, with a real stream in real time", .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct MomentTests {
    @Test("Pausing, seeking and other commands report the position of the playhead, not that of the last onTime")
    func commands() async throws {
        let events = try await RealRig.run(.realTime) { rig in
            rig.player.load(try await rig.item(SampleRecipe(.file(.mp4), duration: 30, width: 160, height: 90), "a"))
            rig.player.play()
            await rig.wait { $0.name == .onTime }
            for round in 1...4 {
                // Between two onTime events.
                let start = rig.player.monotonicTime
                while rig.player.monotonicTime < start + 0.06 { await Task.yield() }
                rig.player.volume = 1 / Double(round + 1)
                rig.player.pause()
                await rig.wait { $0.name == .onPause && $0.context.monotonicTime > start }
                rig.player.play()
                await rig.wait { $0.name == .onTime && $0.context.monotonicTime > start + 0.1 }
            }
            rig.player.seek(to: 5)
            await rig.wait(for: .onSeeked)
        }
        let changes = events.compactMap { $0 as? StateChangeEvent }
        let pauses = zip(changes, changes.dropFirst()).filter { $0.newState == .pausing && $1.newState == .paused }
        #expect(pauses.count == 4)
        // A playhead that is read does not pass what the engine has decoded: on a busy machine the engine's thread may be late once.
        let moves = pauses.map { pausing, paused in
            (
                moved: paused.context.position - pausing.context.position,
                passed: paused.context.monotonicTime - pausing.context.monotonicTime
            )
        }
        #expect(moves.allSatisfy { $0.moved >= 0 } && moves.count { $0.moved > $0.passed + 0.005 } <= 1, "\(moves)")
        // During playback the playhead advances with the clock in every event. A busy machine may read the two at slightly different times.
        var (steps, late) = (0, 0)
        let playing = events.filter { $0.context.state == .playing }
        for (event, next) in zip(playing, playing.dropFirst()) where next.context.sequence == event.context.sequence + 1 {
            guard !(next is StateChangeEvent), !(event is StateChangeEvent), !(next is SeekEvent) else { continue }
            let passed = next.context.monotonicTime - event.context.monotonicTime
            let moved = next.context.position - event.context.position
            #expect(moved >= 0, "\(event.name) → \(next.name): \(moved) in \(passed)")
            steps += 1
            if abs(moved - passed) > 0.03 { late += 1 }
        }
        #expect(steps >= 12 && late <= 2, "\(late) of \(steps)")
    }
}
