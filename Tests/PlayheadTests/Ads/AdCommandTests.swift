import TestSupport
import Testing

@testable import Playhead

/// Commands inside the callbacks of ad events.
@MainActor
@Suite("Commands inside ad events", .timeLimit(.minutes(10)))
struct AdCommandTests {
    nonisolated static let events: [EventName] = [
        .onAdSchedule, .onAdBreakStart, .onAdRequest, .onAdError, .onAdWarning, .onAdImpression, .onAdCompanions, .onAdPlay, .onAdStarted,
        .onAdMeta, .onAdTime, .onAdPause, .onAdClick, .onAdSkipped, .onAdComplete, .onAdBreakEnd,
    ]

    /// A tag that fails, an interactive ad that is skipped after all its events, one that completes, an overlay ad, and a post-roll.
    private static let scene: AdScene = {
        var scene = AdScene("commands")
        let (bad, overlay, post) = ("https://ads.example/bad", "https://ads.example/overlay", "https://ads.example/post")
        scene.answers[bad] = .status(404)
        let pod = AdTexts.vast(
            AdTexts.ad("one", sequence: 1, skip: "00:00:00", media: AdTexts.interactive("one"), extra: AdTexts.companion),
            AdTexts.ad("two", sequence: 2))
        // Causes a warning.
        scene.answers[AdScene.tag] = .document(pod.replacing("version=\"4.2\"", with: "version=\"4.9\""))
        scene.answers[overlay] = .document(AdTexts.vast(AdTexts.overlay("over")))
        scene.answers[post] = .document(AdTexts.vast(AdTexts.ad("post")))
        scene.advertising.schedule = [
            AdBreak(id: "pre", offset: .preRoll, source: .tags([bad, AdScene.tag])),
            AdBreak(id: "over", offset: .midRoll(.seconds(1)), source: .tags([overlay])),
            AdBreak(id: "mid", offset: .midRoll(.seconds(3)), source: .tags([AdScene.tag])),
            AdBreak(id: "post", offset: .postRoll, source: .tags([post])),
        ]
        return scene
    }()

    /// The actions of the viewer, half a second apart, because pause, click and skip events require them.
    private static let script: [@MainActor (Player) -> Void] = [
        { _ in }, { $0.pause() }, { $0.play() }, { $0.clickAd(x: 1, y: 1) }, { $0.play() }, { $0.skipAd() }, { _ in }, { $0.play() },
    ]

    @Test("keep the order of events, and playback continues to the end of the list", arguments: events, [AdPosition.pre, .mid, .post])
    func order(name: EventName, place: AdPosition) async {
        for command in Self.commands(in: name, place) {
            let rig = AdRig(Self.scene)
            let presenter = FakePresenter()
            rig.player.interactiveAdPresenter = presenter
            let check = AdOrderCheck()
            var isDue = true
            let token = rig.player.onEvent { event in
                check.take(event, rig.player)
                guard event.name == name, check.place == place, isDue else { return }
                isDue = false
                command.perform(rig.player)
            }
            Self.load(rig.player)
            rig.player.play()
            for step in Self.script {
                await rig.run(for: 0.5)
                presenter.openAll()
                step(rig.player)
            }
            await Self.finish(rig, presenter)
            let what = "\(command) inside \(name) of \(place.rawValue)"
            #expect(!isDue || place != .pre, "\(name) never came")
            #expect(check.problems.isEmpty, "\(what): \(check.problems.joined(separator: "; "))\n\(rig.text)")
            #expect(rig.rig.trace.contains(.onPlaylistComplete), "\(what): playing does not continue\n\(rig.text)")
            #expect(rig.creatives.allSatisfy { $0.isClosed }, "\(what): an ad is left open")
            #expect(presenter.creatives.allSatisfy { $0.isClosed }, "\(what): a creative is left open")
            #expect(rig.player.advertisement == nil && !rig.player.isInAdBreak, "\(what)")
            token.invalidate()
        }
    }

    /// Returns all commands; without `--long` one, a different one for each event and place.
    private static func commands(in name: EventName, _ place: AdPosition) -> [AdCommand] {
        let step = TestScale.pick(long: 1, short: AdCommand.allCases.count)
        let first = ((events.firstIndex(of: name) ?? 0) * 3 + (place == .pre ? 0 : place == .mid ? 1 : 2)) % step
        return AdCommand.allCases.enumerated().filter { $0.offset % step == first }.map(\.element)
    }

    /// An item with ads, and one without.
    private static func load(_ player: Player) {
        var second = PlaylistEntry(sources: [ItemSource(url: ScriptedRig.url("second.mp4"))])
        second.advertising = AdConfiguration()
        player.load([PlayerItem(url: ScriptedRig.url("content.mp4")), PlayerItem(second)])
    }

    /// Plays to the end of the list, even if the command stopped playback.
    private static func finish(_ rig: AdRig, _ presenter: FakePresenter) async {
        for _ in 0..<4 where !rig.rig.trace.contains(.onPlaylistComplete) {
            if rig.player.items.isEmpty { load(rig.player) }
            rig.player.play()
            await rig.run(for: 80) {
                presenter.openAll()
                return rig.rig.trace.contains(.onPlaylistComplete)
            }
        }
        await rig.run(for: 1)
    }

    @Test("A pause inside onAdImpression comes after onAdPlay, and lasts")
    func pauseInImpression() async {
        let rig = AdRig(Self.scene)
        let token = rig.player.onEvent { if $0 is AdImpressionEvent { rig.player.pause() } }
        rig.rig.load("content.mp4")
        rig.player.play()
        await rig.run(for: 3)
        let names = rig.rig.trace.names.filter { [.onAdImpression, .onAdPlay, .onAdPause, .onAdTime].contains($0) }
        #expect(names == [.onAdImpression, .onAdPlay, .onAdPause])
        #expect(rig.player.advertisement?.isPaused == true && !rig.player.intendsToPlay && rig.player.timeControlStatus == .paused)
        token.invalidate()
    }

    @Test("A skip inside onAdImpression comes after onAdPlay, and no event of that ad follows it")
    func skipInImpression() async {
        let rig = AdRig(Self.scene)
        var isDue = true
        let token = rig.player.onEvent {
            guard $0 is AdImpressionEvent, isDue else { return }
            isDue = false
            rig.player.skipAd()
        }
        rig.rig.load("content.mp4")
        rig.player.play()
        await rig.run(for: 1)
        let names = rig.rig.trace.names.filter { $0.rawValue.hasPrefix("onAd") && $0 != .onAdTime }.drop { $0 != .onAdImpression }
        #expect(
            Array(names) == [
                .onAdImpression, .onAdCompanions, .onAdPlay, .onAdSkipped, .onAdImpression, .onAdPlay, .onAdMeta,
            ])
        #expect(rig.player.advertisement?.impression.adTitle == "two")
        token.invalidate()
    }

    @Test(
        "A seek while the schedule loads is where the content starts",
        arguments: [AdServer.Answer.silence, .document(AdTexts.vmap([("start", AdScene.tag)]))], [nil, 200.0])
    func seekBeforeSchedule(answer: AdServer.Answer, window: Double?) async throws {
        var scene = AdScene("seek-before-schedule")
        (scene.duration, scene.window) = (30, window)
        scene.advertising.vmapURL = "https://ads.example/vmap"
        scene.answers["https://ads.example/vmap"] = .silence
        let rig = AdRig(scene)
        rig.rig.load("content.mp4")
        rig.player.play()
        await rig.run(for: 1)
        let target = window == nil ? 20.0 : -100
        rig.player.seek(to: target)
        await rig.run(for: 1)
        rig.server.answer("https://ads.example/vmap", answer)
        await rig.run(for: 30) { rig.player.state == .playing && !rig.player.isInAdBreak }
        #expect(rig.rig.trace.all(SeekEvent.self).map(\.offset) == [target])
        #expect(abs(rig.player.position - target) < 5, "\(rig.player.position)")
    }

    @Test(
        "The live position, requested while the schedule loads, is where the content starts",
        arguments: [AdServer.Answer.silence, .document(AdTexts.vmap([("start", AdScene.tag)]))])
    func liveBeforeSchedule(answer: AdServer.Answer) async throws {
        var scene = AdScene("live-before-schedule")
        scene.window = 200
        scene.advertising.vmapURL = "https://ads.example/vmap"
        scene.answers["https://ads.example/vmap"] = .silence
        let rig = AdRig(scene)
        rig.rig.load("content.mp4")
        rig.player.play()
        await rig.run(for: 1)
        rig.player.seek(to: -100)
        await rig.run(for: 1)
        rig.player.seekToLive()
        await rig.run(for: 1)
        rig.server.answer("https://ads.example/vmap", answer)
        await rig.run(for: 30) { rig.player.state == .playing && !rig.player.isInAdBreak }
        #expect(rig.rig.trace.all(SeekEvent.self).count == 2)
        #expect(rig.player.position > -20, "\(rig.player.position)")
    }
}
