import PlayheadCore
import PlayheadSamples
import Synchronization
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("A client that is slower than playback", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct ClientPaceTests {
    /// A client, and the questions of its engine.
    private final class Client: Sendable {
        private struct State {
            var isBehind = true
            var questions = 0
        }

        private let state = Mutex(State())

        var questions: Int { state.withLock { $0.questions } }

        func ask() -> Bool {
            state.withLock {
                $0.questions += 1
                return $0.isBehind
            }
        }

        func catchUp() { state.withLock { $0.isBehind = false } }
    }

    @Test("Unpaced playback pauses while many reports wait, and continues once they are handled")
    func behind() async throws {
        let client = Client()
        let rig = EngineRig(try await Samples.url(SampleRecipe(.file(.mp4), duration: 2, width: 160, height: 90))) {
            $0.isClientBehind = { client.ask() }
        }
        _ = try await rig.open()
        rig.start()
        try await eventually("playback is started") { rig.engine.pendingCommands == 0 }
        let before = client.questions
        try await eventually("the engine asks again and again") { client.questions > before + 20 }
        #expect(rig.screen.shown.isEmpty && rig.engine.statistics.played == 0)
        client.catchUp()
        #expect(try await rig.ended() > 1.9)
        try await rig.close()
    }
}
