import PlayheadCore
import PlayheadSamples
import PlayheadTestKit
import Testing

@testable import PlayheadEngine

/// The playhead between two progress reports.
@Suite("The current playhead", .timeLimit(.minutes(5)))
struct SharedPlayheadTests {
    @Test("The playhead follows the clock, and stops where the engine stops", .enabled(if: Samples.areThere))
    func engine() async throws {
        let clock = ManualClock()
        let rig = EngineRig(try await Samples.url(SampleRecipe(.file(.mp4), duration: 2, width: 160, height: 90))) {
            $0.pacing = .realTime
            $0.clock = clock
        }
        #expect(rig.engine.playhead == 0)
        _ = try await rig.open()
        rig.start()
        try await rig.run(clock) { if case .progress(let position) = $0 { position > 0.25 } else { false } }
        let before = try #require(rig.engine.playhead)
        clock.advance(by: 0.033)
        let after = try #require(rig.engine.playhead)
        #expect(abs(after - before - 0.033) < 0.000_001)
        let start = rig.log.count
        rig.engine.send(.pause)
        let index = try await rig.log.wait(from: start) { if case .paused = $0 { true } else { false } }
        #expect(rig.log.all[index] == .paused(position: after))
        clock.advance(by: 1)
        #expect(rig.engine.playhead == after)
        try await rig.close()
    }

    @Test("Unpaced playback has no current playhead")
    func unpaced() {
        let rig = EngineRig(.init(filePath: "/nothing.mp4"))
        #expect(rig.engine.playhead == nil)
    }

    @Test("The playhead never goes back behind a value that was read, even if the clock follows a device, and never passes a fence")
    func steady() {
        var shared = SharedPlayhead()
        shared.position = 5
        shared.clock.set(5, at: 10)
        shared.clock.start(at: 10)
        shared.isMoving = true
        #expect(shared.read(at: 10.5) == 5.5)
        shared.clock.set(5.4, at: 10.5)
        #expect(shared.read(at: 10.5) == 5.5 && shared.lastRead == 5.5)
        shared.fence = 6
        #expect(shared.read(at: 20) == 6)
        shared.fence = nil
        shared.limit = 7
        #expect(shared.read(at: 20) == 7)
        // Behind both: a fence that was passed is ignored, and a limit at another position does not move the playhead back.
        shared.position = 8
        shared.fence = 6
        #expect(shared.read(at: 10.6) == 8)
        shared.isMoving = false
        shared.position = 2
        #expect(shared.read(at: 30) == 2)
    }
}
