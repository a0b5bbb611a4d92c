import Foundation
import PlayheadTestKit
import Testing

@testable import Playhead

/// Errors of an app: each line of the table in docs/ITEMS.md that is not tested with its subject.
@MainActor
@Suite("Harmless calls", .timeLimit(.minutes(5)))
struct HarmlessTests {
    private func playing(_ script: EngineScript = EngineScript()) async -> ScriptedRig {
        let rig = ScriptedRig(script)
        rig.load("a", "b")
        rig.player.play()
        await rig.run(until: .playing)
        await rig.run(for: 1)
        _ = rig.trace.news()
        return rig
    }

    @Test("A seek to a negative position goes to the start, one past the end ends the item", arguments: [-5, -Double.infinity])
    func negative(target: Double) async {
        let rig = await playing()
        rig.player.seek(to: target)
        await rig.run(for: 0.2)
        #expect(rig.trace.all(SeekEvent.self).last?.offset == 0 && rig.trace.all(SeekedEvent.self).last?.position == 0)
        rig.player.seek(to: -target)
        await rig.run(for: 0.2)
        #expect(rig.trace.contains(.onComplete) == (target == -.infinity))
    }

    @Test("A seek to NaN is refused, and a waiting caller receives that result")
    func noNumber() async {
        let rig = await playing()
        rig.player.seek(to: .nan)
        #expect(rig.trace.news() == ["onWarning 320643"])
        let hasArrived = await rig.player.seekAndWait(to: .nan)
        #expect(!hasArrived && rig.player.state == .playing)
    }

    @Test("A seek before ready is stored and performed then; of several, the last one")
    func early() async {
        let rig = ScriptedRig()
        rig.load("a")
        rig.player.seek(to: 3)
        rig.player.seek(to: 5)
        rig.player.play()
        await rig.run(until: .playing)
        #expect(rig.trace.all(SeekEvent.self).map(\.offset) == [3, 5])
        #expect(rig.trace.all(SeekedEvent.self).map(\.position) == [5] && rig.player.position >= 5)
    }

    @Test("A rate or volume that is out of range or NaN has no effect", arguments: [-1, 0, 0.2, 4.1, 99, .infinity, -.infinity, .nan])
    func values(value: Double) async {
        let rig = await playing()
        rig.player.rate = value
        if !(0...1).contains(value) { rig.player.volume = value }
        #expect(rig.player.rate == 1 && rig.player.volume == 1)
        #expect(Set(rig.trace.news()) == ["onWarning 320643"])
    }

    @Test("An invalid index of an item, level, audio or captions track is refused", arguments: [-1, 99, Int.max, Int.min])
    func indexes(index: Int) async {
        let rig = await playing()
        rig.player.selectLevel(index)
        rig.player.selectAudioTrack(index)
        rig.player.selectCaptions(index)
        rig.player.selectItem(index)
        rig.player.load([ScriptedRig.item("c")], startingAt: index)
        await rig.settle()
        #expect(rig.trace.news() == Array(repeating: "onWarning 320641", count: 5))
        #expect(rig.player.state == .playing && rig.player.items.count == 2)
    }

    @Test("Of two consecutive loads only the last one opens")
    func twoLoads() async {
        let rig = ScriptedRig()
        rig.load("a")
        rig.load("b")
        await rig.run(until: .ready)
        #expect(rig.player.items.map(\.title) == ["b"] && rig.player.currentItem?.title == "b")
        #expect(rig.trace.all(StateChangeEvent.self).filter { $0.newState == .ready }.count == 1)
        OrderRules.check(rig.trace.events)
    }

    @Test("Calls after a release are refused or stored, and a load starts over")
    func afterRelease() async {
        let rig = await playing()
        rig.player.release()
        _ = rig.trace.news()
        rig.player.release()
        rig.player.play()
        rig.player.pause()
        rig.player.stop()
        rig.player.seek(to: 1)
        rig.player.seekToLive()
        rig.player.next()
        rig.player.previous()
        rig.player.selectItem(0)
        rig.player.selectLevel(0)
        rig.player.selectAudioTrack(0)
        rig.player.selectCaptions(0)
        await #expect(throws: PlaybackError.self) { _ = try await rig.player.thumbnail(at: 1) }
        let hasArrived = await rig.player.seekAndWait(to: 1)
        #expect(!hasArrived && rig.player.seek(to: Date()) == false && rig.player.position == 0 && rig.player.state == .idle)
        #expect(Set(rig.trace.news()) == ["onWarning 320642"])
        rig.player.rate = 2
        rig.load("c")
        rig.player.play()
        await rig.run(until: .playing)
        #expect(rig.player.currentItem?.title == "c" && rig.player.rate == 2)
        OrderRules.check(rig.trace.events)
    }

    @Test(
        "A listener may release the player inside a call, on any channel",
        arguments: ["delegate", "listener", "closure", "notification", "property", "item", "classical", "time"])
    func releasing(channel: String) async {
        let rig = ScriptedRig()
        let player = rig.player
        let releaser = Releaser(player)
        var tokens: [ObservationToken] = []
        var notice: (any NSObjectProtocol)?
        let item = ScriptedRig.item("a")
        switch channel {
        case "delegate": player.delegate = releaser
        case "listener": tokens = [player.addListener(releaser)]
        case "closure": tokens = [player.onEvent { [weak player] in if $0 is PlayEvent { player?.release() } }]
        case "notification":
            notice = NotificationCenter.default.addObserver(forName: .playerStateChanged, object: player, queue: nil) { note in
                let name = note.userInfo?["event"] as? String
                MainActor.assumeIsolated { if name == "onPlay" { releaser.release() } }
            }
        case "property": tokens = [player.observe(\.state) { player, _ in if player.state == .playing { player.release() } }]
        case "item": tokens = [item.observe(\.status) { [weak player] _, _ in player?.release() }]
        case "classical": player.addObserver(releaser, forKeyPath: "timeControlStatus")
        default: tokens = [player.addBoundaryTimeObserver(forTimes: [0.3]) { [weak player] _ in player?.release() }]
        }
        player.load([item, ScriptedRig.item("b")])
        player.play()
        await rig.run(for: 2)
        for _ in 0..<100 { await Task.yield() }
        await rig.run(for: 1)
        #expect(player.state == .idle && player.items.isEmpty && player.currentItem == nil)
        await player.released()
        #expect(rig.stage.engines.allSatisfy { $0.isClosed })
        if let notice { NotificationCenter.default.removeObserver(notice) }
        for token in tokens { token.invalidate() }
        OrderRules.check(rig.trace.events)
    }
}

/// Releases its player as soon as the player plays.
@MainActor
private final class Releaser: PlayerDelegate, PropertyObserver {
    private weak var player: Player?

    init(_ player: Player) { self.player = player }

    func release() { player?.release() }

    func onPlay(_ event: PlayEvent) { release() }

    func observeValue(forKeyPath keyPath: String?, of object: Any?, change: [PropertyChangeKey: Any]?, context: UnsafeMutableRawPointer?) {
        if player?.timeControlStatus == .playing { release() }
    }
}
