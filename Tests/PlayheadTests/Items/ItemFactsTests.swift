import Foundation
import PlayheadTestKit
import Testing

@testable import Playhead

@MainActor
@Suite("Items and their properties", .timeLimit(.minutes(5)))
struct ItemFactsTests {
    @Test("A load of another list does not change the properties of the old list, which it replaces once that is closed")
    func replacing() async {
        var script = EngineScript()
        script.closingTime = 1
        let rig = ScriptedRig(script)
        let old = rig.load("a")
        rig.player.play()
        await rig.run(until: .playing)
        let new = ScriptedRig.item("b")
        rig.player.load(new)
        #expect(rig.player.state == .stopping && rig.player.items.first === old[0])
        rig.engine?.report(.buffered([TimeRange(start: 0, end: 5)]))
        await rig.settle()
        #expect(new.duration == 0 && new.loadedTimeRanges.isEmpty && new.status == .unknown)
        await rig.run(until: .ready)
        #expect(rig.player.currentItem === new && new.status == .readyToPlay && new.duration == 10)
        #expect(old[0].status == .readyToPlay && old[0].duration == 10 && old[0].loadedTimeRanges.isEmpty)
        #expect(rig.player.bufferedRanges == new.loadedTimeRanges && !new.loadedTimeRanges.isEmpty)
    }

    @Test("In onComplete the current item is still the completed one")
    func completing() async {
        let rig = ScriptedRig(EngineScript(media: .scripted(duration: 1)))
        let items = rig.load("a", "b")
        var seen: [String] = []
        let token = rig.player.onEvent { [weak player = rig.player] event in
            guard event.name == .onComplete, let player else { return }
            seen.append("\(player.currentIndex ?? -1) \(player.duration) \(player.state) \(player.playerState) \(player.media != nil)")
        }
        rig.player.play()
        await rig.run(for: 5)
        #expect(seen == ["0 1.0 ended complete true", "1 1.0 ended complete true"])
        #expect(items.map(\.duration) == [1, 1])
        token.invalidate()
    }

    @Test("A failed item stays failed, even if a later attempt succeeds")
    func failed() async {
        let rig = ScriptedRig()
        var script = EngineScript()
        script.openingFailure = PlaybackError(.httpStatus(404), url: "https://media.example.com/a")
        rig.stage.script = script
        let items = rig.load("a")
        await rig.run(until: .error)
        #expect(items[0].status == .failed && items[0].error?.code == 121_404 && rig.player.error?.code == 121_404)
        rig.player.release()
        #expect(rig.player.error == nil && items[0].status == .failed)
        rig.stage.script = EngineScript()
        rig.player.load(items[0])
        await rig.run(until: .ready)
        #expect(rig.player.state == .ready && items[0].status == .failed && items[0].error != nil)
    }

    @Test("An empty list, an invalid index, and a load in the error state keep the old list, with onWarning", arguments: [0, 1, -1])
    func refused(index: Int) async {
        let rig = ScriptedRig()
        let items = rig.load("a")
        await rig.run(until: .ready)
        _ = rig.trace.news()
        rig.player.load(index == 0 ? [] : [ScriptedRig.item("b")], startingAt: index)
        await rig.run(for: 1)
        #expect(rig.trace.news() == [index == 0 ? "onWarning 320630" : "onWarning 320641"])
        #expect(rig.player.items.first === items[0] && rig.player.state == .ready && rig.player.currentIndex == 0)
        // A refused list is not loaded later either.
        rig.player.stop()
        await rig.run(until: .idle)
        rig.player.play()
        await rig.run(until: .playing)
        #expect(rig.player.currentItem === items[0])
    }

    @Test("A load that stop() withdraws leaves the old list")
    func takenBack() async {
        var script = EngineScript()
        script.closingTime = 1
        let rig = ScriptedRig(script)
        let items = rig.load("a")
        await rig.run(until: .ready)
        rig.player.load(ScriptedRig.item("b"))
        rig.player.stop()
        await rig.run(until: .idle)
        rig.player.play()
        await rig.run(until: .playing)
        #expect(rig.player.items.first === items[0] && !rig.trace.contains(.onPlaylist))
        OrderRules.check(rig.trace.events)
    }

    @Test("A more accurate duration is applied, even without an event")
    func duration() async {
        let rig = ScriptedRig()
        let items = rig.load("a")
        await rig.run(until: .ready)
        rig.engine?.report(.durationChanged(12.5))
        await rig.settle()
        #expect(rig.player.duration == 12.5 && items[0].duration == 12.5)
    }

    @Test("Statistics are those of the current item; the total covers all items")
    func statistics() async {
        let rig = ScriptedRig(EngineScript(media: .scripted(duration: 1)))
        rig.load("a", "b", "c")
        rig.player.play()
        while rig.player.currentIndex == 0 { await rig.run(for: 0.01) }
        await rig.run(until: .playing)
        await rig.run(for: 0.501)
        #expect(abs(rig.player.statistics.played - 0.5) < 0.001)
        #expect(abs(rig.player.totalStatistics.played - 1.5) < 0.001)
        await rig.run(for: 10)
        #expect(abs(rig.player.totalStatistics.played - 3) < 0.001)
        rig.player.release()
        await rig.run(for: 1)
        #expect(abs(rig.player.statistics.played - 1) < 0.001 && abs(rig.player.totalStatistics.played - 3) < 0.001)
        #expect(abs(rig.player.totalStatistics.timeByLevel.values.reduce(0, +) - 3) < 0.001)
    }
}
