import Testing

@testable import Playhead

/// Ads over the content, and the breaks around them.
@MainActor
@Suite("Ads over the content", .timeLimit(.minutes(2)))
struct OverlayAdTests {
    private static let linear = "https://ads.example/linear"
    private static let overlay = "https://ads.example/overlay"

    private static func scene(_ breaks: (Double, String)...) -> AdScene {
        var scene = AdScene("overlay")
        scene.duration = 20
        scene.answers[linear] = .document(AdTexts.vast(AdTexts.ad("linear")))
        scene.answers[overlay] = .document(AdTexts.vast(AdTexts.overlay("over")))
        scene.advertising.schedule = breaks.enumerated().map { index, place in
            AdBreak(id: "\(index)", offset: .midRoll(.seconds(place.0)), source: .tags([place.1]))
        }
        return scene
    }

    private static func play(_ scene: AdScene, for seconds: Double) async -> AdRig {
        let rig = AdRig(scene)
        rig.rig.load("content.mp4")
        rig.player.play()
        await rig.run(for: seconds)
        return rig
    }

    @Test("A linear ad replaces an overlay ad, which neither completes in the break nor returns after it")
    func linearAfterOverlay() async {
        let rig = AdRig(Self.scene((1, Self.overlay), (3, Self.linear)))
        var inBreak: [String] = []
        let token = rig.player.onEvent { event in
            guard event is AdImpressionEvent || event is AdTimeEvent, rig.player.isInAdBreak else { return }
            inBreak.append(rig.player.overlayAd?.title ?? "none")
        }
        rig.rig.load("content.mp4")
        rig.player.play()
        await rig.run(for: 2)
        #expect(rig.player.overlayAd?.title == "over")
        rig.player.overlayAdShown()
        await rig.run(for: 3)
        #expect(rig.player.isInAdBreak && rig.player.overlayAd == nil && Set(inBreak) == ["none"])
        // The timer of a view that fires too late.
        rig.player.overlayAdClosed(byViewer: false)
        await rig.run(for: 10)
        #expect(!rig.player.isInAdBreak && rig.player.overlayAd == nil && rig.player.state == .playing)
        #expect(rig.server.calls.map(\.path).filter { $0.hasPrefix("over/") } == ["over/impression", "over/creativeView", "over/start"])
        token.invalidate()
    }

    @Test("An overlay ad before a linear one of the same break is offered after it")
    func overlayInPod() async {
        var scene = Self.scene((1, Self.linear))
        scene.answers[Self.linear] = .document(AdTexts.vast(AdTexts.overlay("over", sequence: 1), AdTexts.ad("linear", sequence: 2)))
        let rig = await Self.play(scene, for: 2)
        #expect(rig.player.advertisement != nil && rig.player.overlayAd == nil && !rig.rig.trace.contains(.onAdCompanions))
        await rig.run(for: 4)
        #expect(rig.player.advertisement == nil && rig.player.overlayAd?.title == "over")
        let order = rig.rig.trace.names.filter { [.onAdComplete, .onAdCompanions, .onAdBreakEnd].contains($0) }
        #expect(order == [.onAdComplete, .onAdCompanions, .onAdBreakEnd])
    }

    @Test("An overlay ad stays if the next break has no ads")
    func breakWithoutAds() async {
        var scene = Self.scene((1, Self.overlay), (3, "https://ads.example/missing"))
        scene.answers["https://ads.example/missing"] = .status(404)
        let rig = await Self.play(scene, for: 5)
        #expect(rig.player.overlayAd?.title == "over" && rig.rig.trace.contains(.onAdError) && rig.player.state == .playing)
    }

    @Test("If the viewer pauses during the loading of a break without ads, the content stays paused")
    func pausedWithoutAds() async {
        var scene = Self.scene((1, "https://ads.example/slow"))
        scene.advertising.preloadTime = 0
        scene.answers["https://ads.example/slow"] = .silence
        let rig = await Self.play(scene, for: 2)
        #expect(rig.player.isInAdBreak)
        rig.player.pause(reason: .interaction)
        #expect(!rig.player.intendsToPlay && rig.player.timeControlStatus == .paused)
        await rig.run(for: 10)
        #expect(!rig.player.isInAdBreak && rig.player.state == .paused && !rig.player.intendsToPlay)
        let end = rig.rig.trace.names.lastIndex(of: .onAdBreakEnd) ?? 0
        #expect(rig.rig.trace.names[end...].contains(.onPause))
        rig.player.play(reason: .interaction)
        await rig.run(for: 1)
        #expect(rig.player.state == .playing && rig.player.position > 1)
    }
}
