import Foundation
import PlayheadTestKit
import Testing

@testable import Playhead

/// STATES: the app decides about an item before the player moves to it.
@MainActor
@Suite("Decisions about items", .timeLimit(.minutes(5)))
struct ItemDecisionTests {
    /// The questions to the app, and its answers.
    @MainActor
    private final class Answers {
        var asked: [String] = []
        var waiting: [CheckedContinuation<ItemDecision<PlayerItem>, Never>] = []
        var cancelled = 0

        func next(_ decision: ItemDecision<PlayerItem>) { waiting.removeFirst().resume(returning: decision) }
    }

    /// A rig that plays the first of some items, and asks at each move.
    private func rig(_ names: String..., configure: (inout PlayerConfiguration) -> Void = { _ in }) async -> (ScriptedRig, Answers) {
        let rig = ScriptedRig(EngineScript(media: .scripted(duration: 4)), configure: configure)
        let answers = Answers()
        rig.player.setItemDecisionHandler { item, index in
            answers.asked.append("\(item.title ?? "") \(index)")
            return await withTaskCancellationHandler {
                await withCheckedContinuation { answers.waiting.append($0) }
            } onCancel: {
                Task { @MainActor in answers.cancelled += 1 }
            }
        }
        rig.player.load(names.map { ScriptedRig.item($0) })
        rig.player.play()
        await rig.run(until: .playing)
        return (rig, answers)
    }

    @Test("The player waits in ended, plays what the app decides, and reports the list before the item")
    func replaced() async throws {
        let (rig, answers) = await rig("a", "b", "c")
        await rig.run(until: .ended)
        await rig.wait { !answers.waiting.isEmpty }
        await rig.run(for: 3)
        #expect(answers.asked == ["b 1"] && rig.player.state == .ended && rig.player.currentIndex == 0)
        _ = rig.trace.news()
        let other = ScriptedRig.item("x")
        answers.next(.replace(other))
        await rig.wait { rig.player.currentIndex == 1 }
        #expect(rig.player.currentItem === other && rig.player.items.map(\.title) == ["a", "x", "c"])
        await rig.run(until: .playing)
        #expect(rig.stage.engines.last?.url.lastPathComponent == "x")
        let names = rig.trace.events.map(\.name)
        let list = try #require(names.lastIndex(of: .onPlaylist))
        #expect(names[list + 1] == .onPlaylistItem)
        OrderRules.check(rig.trace.events)
    }

    @Test("The preloaded item that the app refuses is closed, and the next one plays")
    func refused() async {
        let (rig, answers) = await rig("a", "b", "c")
        await rig.run(until: .ended)
        await rig.wait { !answers.waiting.isEmpty }
        answers.next(.refuse)
        await rig.wait { answers.asked.count == 2 }
        await rig.wait { !answers.waiting.isEmpty }
        answers.next(.play)
        await rig.wait { rig.player.currentIndex == 2 }
        await rig.run(until: .playing)
        #expect(answers.asked == ["b 1", "c 2"])
        #expect(rig.stage.engines.filter { !$0.isClosed }.map(\.url.lastPathComponent) == ["c"])
        #expect(rig.player.items.map(\.title) == ["a", "b", "c"])
    }

    @Test("Without an answer within the time limit the item plays, with a warning, and the task is cancelled")
    func late() async {
        let (rig, answers) = await rig("a", "b")
        await rig.run(until: .ended)
        await rig.wait { !answers.waiting.isEmpty }
        await rig.run(for: 9)
        #expect(rig.player.state == .ended)
        await rig.run(for: 1.5)
        await rig.wait { rig.player.currentIndex == 1 }
        await rig.run(until: .playing)
        #expect(rig.player.currentIndex == 1)
        let warnings = rig.trace.events.compactMap { ($0 as? WarningEvent)?.error.kind }
        #expect(warnings == [.decisionTimeout])
        await rig.wait { answers.cancelled == 1 }
        answers.next(.refuse)
        await rig.run(until: .ended)
        #expect(rig.player.currentIndex == 1 && rig.trace.events.last is PlaylistCompleteEvent)
    }

    @Test("A command overtakes the decision, whose task is cancelled", arguments: ["stop", "next", "load", "release"])
    func overtaken(command: String) async {
        let (rig, answers) = await rig("a", "b", "c")
        rig.player.next()
        await rig.run(for: 0.5)
        await rig.wait { !answers.waiting.isEmpty }
        #expect(rig.player.state == .idle && rig.player.currentIndex == 0 && rig.player.intendsToPlay)
        switch command {
        case "stop": rig.player.stop()
        case "next": rig.player.next()
        case "load": rig.load("z")
        default: rig.player.release()
        }
        await rig.wait { answers.cancelled == 1 }
        answers.next(.play)
        await rig.run(for: 1)
        if command == "next" {
            await rig.wait { !answers.waiting.isEmpty }
            answers.next(.play)
            await rig.wait { rig.player.currentIndex == 2 }
        }
        let expected = ["stop": "a", "next": "c", "load": "z"]
        #expect(rig.player.currentItem?.title == expected[command])
        #expect(rig.player.state == (command == "stop" || command == "release" ? .idle : rig.player.state))
        OrderRules.check(rig.trace.events)
    }

    @Test("A caller that waits for the end of the list waits for the decision as well")
    func finished() async throws {
        let (rig, answers) = await rig("a", "b")
        let player = rig.player
        var isFinished = false
        let waiting = Task { @MainActor in
            try? await player.finished()
            isFinished = true
        }
        player.next()
        await rig.run(for: 0.5)
        await rig.wait { !answers.waiting.isEmpty }
        for _ in 0..<20 { await Task.yield() }
        #expect(!isFinished)
        answers.next(.refuse)
        await rig.wait { isFinished }
        #expect(player.state == .idle && !player.intendsToPlay && rig.trace.events.last is PlaylistCompleteEvent)
        await waiting.value
    }

    @Test("Without the shuffle, an item in place of another one has its place")
    func shuffled() async {
        let (rig, answers) = await rig("a", "b", "c", "d")
        rig.player.isShuffled = true
        rig.player.next()
        await rig.run(for: 0.5)
        await rig.wait { !answers.waiting.isEmpty }
        let title = rig.player.items[1].title
        answers.next(.replace(ScriptedRig.item("x")))
        await rig.wait { rig.player.currentIndex == 1 }
        await rig.run(until: .playing)
        rig.player.isShuffled = false
        #expect(rig.player.items.map(\.title) == ["a", "b", "c", "d"].map { $0 == title ? "x" : $0 })
    }

    @Test("A session without a player decides about entries")
    func session() async throws {
        let stage = ScriptedStage(EngineScript(media: .scripted(duration: 4)))
        var configuration = PlayerConfiguration()
        configuration.clock = stage.clock
        configuration.makeEngine = stage.makeEngine
        configuration.audioOutput = .none
        let session = PlaybackSession(configuration: configuration)
        await session.setItemDecisionHandler { entry, index in
            entry.title == "b" ? .replace(PlaylistEntry(sources: [ItemSource(url: ScriptedRig.url("x"))], title: "x")) : .play
        }
        await session.load(["a", "b"].map { PlaylistEntry(sources: [ItemSource(url: ScriptedRig.url($0))], title: $0) })
        await session.next()
        while await session.currentIndex != 1 {
            _ = stage.step(until: stage.clock.now + 0.1)
            await Task.yield()
        }
        #expect(await session.items.map(\.title) == ["a", "x"])
        await session.release()
    }
}
