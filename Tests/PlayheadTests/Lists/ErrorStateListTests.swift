import PlayheadTestKit
import Testing

@testable import Playhead

/// STATES: the other items of a list in which one failed.
@MainActor
@Suite("A list in which an item failed", .timeLimit(.minutes(5)))
struct ErrorStateListTests {
    private func rig(broken: String) -> ScriptedRig {
        let rig = ScriptedRig(EngineScript(media: .scripted(duration: 10)))
        var script = EngineScript()
        script.openingFailure = PlaybackError(.httpStatus(404))
        rig.stage.setScript(script, for: ScriptedRig.url(broken))
        return rig
    }

    @Test("next(), previous() and selectItem(_:) play another item; list, item and error follow")
    func leaving() async {
        let commands: [(@MainActor (Player) -> Void, Int)] = [
            ({ $0.next() }, 2), ({ $0.previous() }, 0), ({ $0.selectItem(2) }, 2), ({ $0.selectItem(0) }, 0),
        ]
        for (command, index) in commands {
            let rig = rig(broken: "b")
            let items = rig.load("a", "b", "c", startingAt: 1)
            rig.player.play()
            #expect(await rig.run(until: .error))
            #expect(rig.player.error?.code == 121_404)
            command(rig.player)
            #expect(rig.player.state == .opening && rig.player.currentIndex == index && rig.player.error == nil)
            #expect(await rig.run(until: .playing))
            #expect(rig.player.currentItem === items[index] && rig.player.items.count == 3)
            #expect(items[1].status == .failed && items[index].status == .readyToPlay)
            #expect(!rig.trace.contains(.onPlaylist) && !rig.trace.contains(.onWarning))
            OrderRules.check(rig.trace.events)
        }
    }

    @Test("The same applies inside the callback that reports the error, and in the middle of an item")
    func insideTheCallback() async {
        let rig = ScriptedRig(EngineScript(media: .scripted(duration: 10)))
        rig.load("a", "b")
        rig.player.play()
        await rig.run(until: .playing)
        let token = rig.player.onEvent { [weak player = rig.player] event in if event is ErrorEvent { player?.next() } }
        rig.engine?.report(.failed(PlaybackError(.decoding)))
        await rig.settle()
        #expect(rig.player.state == .opening && rig.player.currentIndex == 1)
        #expect(await rig.run(until: .playing))
        OrderRules.check(rig.trace.events)
        token.invalidate()
    }

    @Test("The failed item can be retried")
    func again() async {
        let rig = rig(broken: "a")
        rig.load("a")
        rig.player.play()
        await rig.run(until: .error)
        rig.stage.setScript(EngineScript(), for: ScriptedRig.url("a"))
        rig.player.selectItem(0)
        #expect(await rig.run(until: .playing))
    }
}
