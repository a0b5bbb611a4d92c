import Foundation
import PlayheadAds
import Testing

@testable import Playhead

/// Interactive ads in a player under the manual clock.
@MainActor
@Suite("Interactive ads")
struct InteractiveAdSceneTests {
    private func play(_ presenter: FakePresenter?, pausingIn name: EventName? = nil, audioSession: AudioSession = .shared) async -> AdRig {
        var scene = AdScene("interactive")
        scene.audioSession = audioSession
        scene.advertising.tags = [AdScene.tag]
        let media =
            "<MediaFile type=\"video/mp4\" delivery=\"progressive\" width=\"640\" height=\"360\">https://m.example/one.mp4</MediaFile>"
            + "<InteractiveCreativeFile type=\"text/html\" apiFramework=\"SIMID\">https://m.example/creative.html</InteractiveCreativeFile>"
        scene.answers[AdScene.tag] = .document(AdTexts.vast(AdTexts.ad("one", skip: "00:00:02", media: media)))
        let rig = AdRig(scene)
        rig.player.interactiveAdPresenter = presenter
        let token = rig.player.onEvent { if $0.name == name { rig.player.pause() } }
        rig.rig.load("content.mp4")
        rig.player.play()
        await rig.run(for: 0.5)
        token.invalidate()
        return rig
    }

    @Test("A creative starts with its ad, is notified of media events, controls the player, and ends with its ad")
    func course() async throws {
        let presenter = FakePresenter()
        let rig = await play(presenter)
        let creative = try #require(presenter.creatives.first)
        #expect(presenter.urls == ["https://m.example/creative.html"] && !creative.isVisible && !rig.rig.trace.contains(.onAdStarted))
        creative.open()
        await rig.run(for: 0.5)
        #expect(creative.isVisible && rig.rig.trace.contains(.onAdStarted))
        #expect(creative.received.prefix(3) == ["resolve", "SIMID:Player:init", "SIMID:Player:startCreative"])
        #expect(creative.received.count { $0 == "SIMID:Media:timeupdate" } >= 2)
        creative.say("SIMID:Creative:requestChangeVolume", ["volume": .double(0.5), "muted": false])
        #expect(rig.player.volume == 0.5 && creative.received.contains("SIMID:Media:volumechange"))
        creative.emit(.interaction)
        creative.say("SIMID:Creative:requestPause")
        await rig.settle()
        #expect(rig.player.advertisement?.isPaused == true && creative.received.last == "SIMID:Media:pause")
        creative.say("SIMID:Creative:requestPlay")
        creative.say("SIMID:Creative:requestFullscreen")
        #expect(rig.player.advertisement?.isPaused == false && presenter.fullscreen == [true])
        await rig.run(for: 2)
        creative.say("SIMID:Creative:requestSkip")
        await rig.run(for: 0.5)
        #expect(rig.rig.trace.contains(.onAdSkipped) && creative.received.last == "SIMID:Player:adSkipped")
        #expect(creative.isClosed && !creative.isVisible && rig.player.state == .playing)
    }

    @Test(
        "The sound that a creative has changed is as before after its ad, except what the viewer has changed since",
        arguments: [false, true])
    func sound(isMutedByViewer: Bool) async throws {
        let presenter = FakePresenter()
        let rig = await play(presenter)
        rig.player.volume = 0.8
        let creative = try #require(presenter.creatives.first)
        creative.open()
        for volume in [0.5, 0.2] {
            creative.say("SIMID:Creative:requestChangeVolume", ["volume": .double(volume)])
            #expect(rig.player.volume == volume)
        }
        if isMutedByViewer { rig.player.isMuted = true }
        await rig.run(for: 2.5)
        rig.player.skipAd()
        await rig.settle()
        #expect(rig.player.volume == 0.8 && rig.player.isMuted == isMutedByViewer)
        let second = await play(presenter)
        let other = try #require(presenter.creatives.last)
        other.open()
        other.say("SIMID:Creative:requestChangeVolume", ["volume": .double(0.5), "muted": true])
        second.player.volume = 0.3
        second.player.stop()
        #expect(second.player.volume == 0.3 && !second.player.isMuted)
        let failing = await play(presenter)
        let last = try #require(presenter.creatives.last)
        last.open()
        last.say("SIMID:Creative:requestChangeVolume", ["volume": .double(0.5), "muted": true])
        failing.content?.report(.failed(PlaybackError(.decoding)))
        await failing.settle()
        #expect(failing.player.state == .error && failing.player.volume == 1 && !failing.player.isMuted)
        #expect(!failing.rig.trace.contains(.onWarning))
    }

    @Test("An interruption and its like pause an ad that its creative has paused: the creative receives the pause, which it must not end")
    func interruption() async throws {
        let presenter = FakePresenter()
        let audioSession = AudioSession()
        try audioSession.setCategory(.ambient)
        let rig = await play(presenter, audioSession: audioSession)
        let creative = try #require(presenter.creatives.first)
        creative.open()
        await rig.settle()
        creative.emit(.interaction)
        creative.say("SIMID:Creative:requestPause")
        await rig.settle()
        let events: [AudioSession.Event] = [
            .interruptionBegan, .deactivated, .routeChanged(.init(reason: .oldDeviceUnavailable, wasPrivate: true)),
        ]
        for (index, event) in events.enumerated() {
            rig.handle(event)
            #expect(creative.received.count { $0 == "SIMID:Media:pause" } == index + 2)
        }
        rig.player.isInBackground = true
        #expect(creative.received.count { $0 == "SIMID:Media:pause" } == events.count + 2)
        #expect(rig.rig.trace.all(AdPauseEvent.self).count == 1 && rig.player.advertisement?.isPaused == true)
    }

    @Test("A pause from before the first picture is known to the creative, which ends it only after an interaction")
    func pausedBefore() async throws {
        let presenter = FakePresenter()
        let rig = await play(presenter, pausingIn: .onAdBreakStart)
        await rig.run(for: 5) { rig.rig.trace.contains(.onAdPause) }
        let creative = try #require(presenter.creatives.first)
        creative.open()
        creative.say("SIMID:Creative:requestPlay")
        await rig.settle()
        #expect(rig.player.advertisement?.isPaused == true && creative.received.last == "reject")
        creative.emit(.interaction)
        creative.say("SIMID:Creative:requestPlay")
        await rig.settle()
        #expect(rig.player.advertisement?.isPaused == false && creative.received.contains("SIMID:Media:playing"))
    }

    @Test("If a creative never opens a session, the media is played and the error is reported at its end, with VAST error 902")
    func silence() async throws {
        let presenter = FakePresenter()
        let rig = await play(presenter)
        await rig.run(for: 30) { rig.rig.trace.contains(.onPlaylistComplete) }
        #expect(rig.rig.trace.contains(.onAdComplete) && rig.rig.trace.contains(.onPlaylistComplete))
        #expect(rig.rig.trace.all(AdWarningEvent.self).map(\.error.code) == [10_902])
        #expect(rig.server.calls.contains { $0.path == "one/error?902" } && presenter.creatives.allSatisfy(\.isClosed))
    }

    @Test("A fatal error of a creative ends its ad, the loss of its page does not; the content is played")
    func failures() async throws {
        for isFatal in [true, false] {
            let presenter = FakePresenter()
            let rig = await play(presenter)
            let creative = try #require(presenter.creatives.first)
            creative.open()
            if isFatal {
                creative.say("SIMID:Creative:fatalError", ["errorCode": 1101])
            } else {
                creative.emit(.failed(.ended("its process has ended")))
            }
            await rig.run(for: 30) { rig.rig.trace.contains(.onPlaylistComplete) }
            #expect(creative.isClosed && rig.rig.trace.contains(.onPlaylistComplete))
            #expect(rig.rig.trace.contains(.onAdComplete) == !isFatal && rig.rig.trace.contains(.onAdError) == isFatal)
            #expect(rig.server.calls.count { $0.path == "one/error?902" } == 1)
        }
    }

    @Test("Leaving the item closes the creative immediately; a creative that does not answer closes two seconds after its ad")
    func leaving() async throws {
        let presenter = FakePresenter()
        let rig = await play(presenter)
        let creative = try #require(presenter.creatives.first)
        creative.open()
        await rig.run(for: 2.5)
        creative.answers = false
        rig.player.skipAd()
        #expect(!creative.isClosed)
        await rig.run(for: 2.1)
        #expect(creative.isClosed)
        let other = FakePresenter()
        let second = await play(other)
        other.creatives.first?.open()
        second.player.stop()
        #expect(other.creatives.first?.isClosed == true)
    }

    @Test("Without a presenter, only the media is played")
    func alone() async {
        let rig = await play(nil)
        await rig.run(for: 30) { rig.rig.trace.contains(.onPlaylistComplete) }
        #expect(rig.rig.trace.contains(.onAdComplete) && !rig.rig.trace.contains(.onAdStarted) && !rig.rig.trace.contains(.onAdWarning))
    }
}
