import PlayheadCore
import PlayheadEngine
import PlayheadSamples
import PlayheadTestKit
import TestSupport
import Testing

/// The queue of commands.
@Suite("Commands to an engine", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct EngineCommandTests {
    @Test("Limits and fences have their place among the other commands, and no command is pending after the end")
    func order() async throws {
        let recipe = SampleRecipe(.file(.mp4), duration: 2, width: 160, height: 90)
        let rig = EngineRig(try await Samples.url(recipe))
        rig.engine.send(.setFence(0.5))
        rig.engine.send(.setPlayLimit(0.3))
        _ = try await rig.open()
        rig.engine.send(.setFence(nil))
        rig.engine.send(.setPlayLimit(nil))
        rig.start()
        try await rig.ended(from: 0)
        #expect(rig.engine.statistics.playedOutAt == nil && rig.engine.statistics.played > 1.9)
        try await rig.close()
        try await eventually("the commands are performed") { rig.engine.pendingCommands == 0 }
        rig.engine.send(.setFence(1))
        #expect(rig.engine.pendingCommands == 0)
    }

    @Test(
        "The first picture of a playback that was not started is shown by a command, before or after it is open", arguments: [true, false])
    func pictureWhileHeld(isEarly: Bool) async throws {
        let recipe = SampleRecipe(.file(.mp4), duration: 2, width: 160, height: 90)
        let rig = EngineRig(try await Samples.url(recipe)) {
            $0.pacing = .realTime
            $0.clock = ManualClock()
        }
        if isEarly { rig.engine.send(.setShowsPictureWhileHeld(true)) }
        _ = try await rig.open()
        if !isEarly { rig.engine.send(.setShowsPictureWhileHeld(true)) }
        try await eventually("the first picture is shown") { rig.screen.stamps == [0] }
        try await rig.close()
    }
}
