import PlayheadTestKit
import Testing

@testable import Playhead

/// ITEMS: the next item is loaded in advance; another one may follow meanwhile, or none.
@MainActor
@Suite("The preloaded item while the list changes", .timeLimit(.minutes(5)))
struct PreloadedItemTests {
    /// Returns a rig that plays the first of three items, with the second one preloaded.
    private func rig() async -> (ScriptedRig, [PlayerItem]) {
        let rig = ScriptedRig(EngineScript(media: .scripted(duration: 8)))
        let items = rig.load("a", "b", "c")
        rig.player.play()
        await rig.run(until: .playing)
        await rig.run(for: 3)
        #expect(names(rig) == ["a", "b"])
        return (rig, items)
    }

    private func names(_ rig: ScriptedRig) -> [String] { rig.stage.engines.map(\.url.lastPathComponent) }

    @Test("A next item that moves in the list stays preloaded, and plays after the current one or with next()", arguments: [false, true])
    func moved(skips: Bool) async {
        let (rig, items) = await rig()
        rig.player.arrange([ScriptedRig.item("x")] + items)
        await rig.run(for: 1)
        #expect(names(rig) == ["a", "b"] && !rig.stage.engines[1].isClosed && rig.player.currentIndex == 1)
        if skips { rig.player.next() }
        await rig.run(for: 6)
        #expect(rig.player.currentIndex == 2 && rig.player.state == .playing)
        #expect(names(rig).count { $0 == "b" } == 1)
        OrderRules.check(rig.trace.events)
    }

    @Test("An item that does not follow any more is closed")
    func replaced() async {
        let (rig, items) = await rig()
        rig.player.arrange([items[0], items[2], items[1]])
        await rig.run(for: 1)
        #expect(names(rig) == ["a", "b", "c"] && rig.stage.engines[1].isClosed && !rig.stage.engines[2].isClosed)
        rig.player.arrange([items[0]])
        await rig.run(for: 1)
        #expect(rig.stage.engines.count == 3 && rig.stage.engines[2].isClosed)
    }

    @Test("Nothing stays preloaded while the current item repeats, and the next item is preloaded again afterwards")
    func repeated() async {
        let (rig, _) = await rig()
        rig.player.repeatMode = .item
        await rig.run(for: 0.5)
        #expect(names(rig) == ["a", "b"] && rig.stage.engines[1].isClosed)
        rig.player.repeatMode = .off
        await rig.run(for: 0.5)
        #expect(names(rig) == ["a", "b", "b"] && !rig.stage.engines[2].isClosed)
        await rig.run(for: 6)
        #expect(rig.player.currentIndex == 1 && names(rig).count { $0 == "b" } == 2)
        OrderRules.check(rig.trace.events)
    }
}
