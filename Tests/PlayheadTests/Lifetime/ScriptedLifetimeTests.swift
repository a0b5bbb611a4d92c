import Foundation
import PlayheadTestKit
import Testing

@testable import Playhead

@MainActor
@Suite("The lifetime of a player", .timeLimit(.minutes(5)))
struct ScriptedLifetimeTests {
    @Test("A player that is dropped without release closes its engine and is deallocated; its sequences end")
    func dropped() async {
        let stage = ScriptedStage()
        var configuration = PlayerConfiguration()
        configuration.clock = stage.clock
        configuration.makeEngine = stage.makeEngine
        var player: Player? = Player(playerItem: ScriptedRig.item("a"), configuration: configuration)
        weak let gone = player
        let events = player?.events
        let token = player?.onEvent { _ in }
        player?.play()
        player = nil
        #expect(gone == nil)
        if let events { for await _ in events {} }
        // The engine closes on the clock.
        while stage.step(until: stage.clock.now + 1) {}
        #expect(stage.engines.map(\.isClosed) == [true])
        #expect(stage.clock.sleeperCount == 0)
        token?.invalidate()
    }

    @Test("A player may be dropped inside its own callback")
    func goneInCallback() async {
        let stage = ScriptedStage()
        var configuration = PlayerConfiguration()
        configuration.clock = stage.clock
        configuration.makeEngine = stage.makeEngine
        final class Owner { var player: Player? }
        let owner = Owner()
        owner.player = Player(configuration: configuration)
        weak let gone = owner.player
        var count = 0
        let token = owner.player?.onEvent { _ in
            count += 1
            owner.player = nil
        }
        owner.player?.load(ScriptedRig.item("a"))
        #expect(gone == nil && count == 2)
        while stage.step(until: stage.clock.now + 1) {}
        #expect(stage.engines.allSatisfy { $0.isClosed })
        token?.invalidate()
    }

    @Test("An engine is retained until it has closed, and not longer")
    func engines() async {
        var script = EngineScript()
        script.closingTime = 5
        let rig = ScriptedRig(script)
        rig.load("a")
        await rig.run(until: .ready)
        weak let engine = rig.engine
        rig.player.release()
        rig.stage.forgetClosedEngines()
        #expect(engine != nil && rig.player.state == .idle)
        await rig.run(for: 6)
        await rig.player.released()
        rig.stage.forgetClosedEngines()
        await rig.wait { engine == nil }
        #expect(engine == nil)
    }

    @Test("released() waits for a slow close, and not for a playback that continues")
    func released() async {
        var script = EngineScript()
        script.closingTime = 5
        let rig = ScriptedRig(script)
        rig.load("a")
        await rig.run(until: .ready)
        rig.player.release()
        rig.load("b")
        rig.player.play()
        var isReleased = false
        let waiting = Task {
            await rig.player.released()
            isReleased = true
        }
        await rig.run(for: 4.9)
        #expect(!isReleased && rig.player.state == .playing)
        await rig.run(for: 0.2)
        await waiting.value
        #expect(isReleased && rig.player.state == .playing && rig.stage.engines.map(\.isClosed) == [true, false])
    }

    @Test("The caller of a seek is notified of a release, a stop, a load and the end of the player")
    func seekCallers() async {
        for act in [{ $0.release() }, { $0.stop() }, { $0.load(ScriptedRig.item("b")) }] as [@MainActor (Player) -> Void] {
            var script = EngineScript()
            script.hangs = [.seeking]
            let rig = ScriptedRig(script)
            rig.load("a")
            await rig.run(until: .ready)
            let outcome = Task { await rig.player.seekAndWait(to: 5) }
            await rig.wait { rig.player.state == .seeking }
            act(rig.player)
            #expect(await outcome.value == false)
        }
    }

    @Test("Ten players on one stage are independent of each other")
    func many() async {
        let stage = ScriptedStage(EngineScript(media: .scripted(duration: 2)))
        var configuration = PlayerConfiguration()
        configuration.clock = stage.clock
        configuration.makeEngine = stage.makeEngine
        let players = (0..<10).map { _ in Player(configuration: configuration) }
        let traces = players.map { Trace($0) }
        for (index, player) in players.enumerated() {
            player.load(ScriptedRig.item("a"))
            player.volume = Double(index) / 10
            player.play()
        }
        func settle() async {
            while players.reduce(0, { $0 + $1.reportsTaken }) < stage.reportCount { await Task.yield() }
        }
        while players.contains(where: { $0.state != .ended }) {
            _ = stage.step(until: stage.clock.now + 1)
            await settle()
        }
        #expect(players.map(\.volume) == (0..<10).map { Double($0) / 10 })
        #expect(Set(traces.dropFirst().map { $0.lines.filter { !$0.hasPrefix("onVolume") } }).count == 1)
        for trace in traces { OrderRules.check(trace.events) }
    }
}
