import PlayheadCore
import PlayheadOverlay
import PlayheadTestKit
import Testing

@testable import Playhead

@Suite("The overlay plugin for Player")
@MainActor
struct PlayheadPlayerPluginTests {
    @Test("reports ready, the states, the time codes, and the control settings, from loading to the end")
    func whole() async {
        let rig = OverlayRig()
        rig.open()
        rig.player.play()
        await rig.run(for: 20)
        #expect(rig.page.received.contains(.playerReady) && rig.page.received.contains(.overlayReady))
        #expect(rig.states == [.stopped, .buffering, .paused, .buffering, .playing, .stopped])
        #expect(rig.page.received.contains(.playerSpeed(speed: 1)))
        #expect(rig.page.received.contains(.playerVolume(volume: 100)))
        #expect(rig.page.received.contains(.playerMute(mute: false)))
        #expect(rig.page.received.contains(.playerTime(timecode: 10_000, initialTimecode: 0, maxTimecode: 10_000)))
        #expect(rig.page.received.contains { if case .playerMetadata = $0 { true } else { false } })
    }

    @Test("reports the time code at least four times a second while playing, never while paused, and at once on pause, resume and seek")
    func rhythm() async {
        let rig = OverlayRig()
        rig.open()
        rig.player.play()
        await rig.run(for: 2)
        rig.page.forget()
        await rig.run(for: 2)
        #expect(rig.timecodes.count >= 8)
        #expect(zip(rig.timecodes, rig.timecodes.dropFirst()).allSatisfy { $1 - $0 <= 250 })
        rig.page.forget()
        rig.player.pause()
        await rig.run(for: 0.01)
        #expect(rig.timecodes.count == 1)
        await rig.run(for: 2)
        #expect(rig.timecodes.count == 1)
        rig.player.seek(to: 1)
        await rig.run(for: 0.1)
        #expect(rig.timecodes.last == 1000)
        rig.page.forget()
        rig.player.play()
        await rig.run(for: 0.06)
        #expect(rig.timecodes.first == 1000)
    }

    @Test("seeks by time code, and reports the position reached to the page")
    func seeking() async {
        let rig = OverlayRig()
        rig.plugin.startTimecode = 1_700_000_000_000
        rig.open()
        await rig.run(for: 1)
        rig.page.forget()
        rig.page.say(.bridgeTime(timecode: 1_700_000_004_500))
        #expect(rig.states == [.seeking])
        await rig.run(for: 1)
        #expect(rig.player.position == 4.5)
        #expect(rig.timecodes.last == 1_700_000_004_500)
    }

    @Test("plays, pauses and stops on request of the page, and reports each")
    func states() async {
        let rig = OverlayRig()
        rig.open()
        await rig.run(for: 1)
        rig.page.say(.bridgeState(state: .playing))
        await rig.run(for: 1)
        #expect(rig.player.state == .playing)
        rig.page.say(.bridgeState(state: .paused))
        await rig.run(for: 1)
        #expect(rig.player.state == .paused)
        rig.page.forget()
        rig.page.say(.bridgeState(state: .buffering))
        #expect(rig.page.received.contains { if case .playerError(let error) = $0 { error.level == .warning } else { false } })
        rig.page.say(.bridgeState(state: .stopped))
        await rig.run(for: 1)
        #expect(rig.player.state == .idle)
        #expect(rig.states == [.stopped])
    }

    @Test("sets speed, volume and mute, reports each once, and limits the speed to the range of the player")
    func controls() async {
        let rig = OverlayRig()
        rig.open()
        await rig.run(for: 1)
        rig.page.forget()
        rig.page.say(.bridgeSpeed(speed: 2))
        rig.page.say(.bridgeVolume(volume: 30))
        rig.page.say(.bridgeMute(mute: true))
        #expect(rig.player.rate == 2 && rig.player.volume == 0.3 && rig.player.isMuted)
        #expect(rig.page.received.filter { $0 == .playerVolume(volume: 30) }.count == 1)
        #expect(rig.page.received.filter { $0 == .playerMute(mute: true) }.count == 1)
        #expect(rig.page.received.contains(.playerSpeed(speed: 2)))
        rig.page.say(.bridgeSpeed(speed: 16))
        #expect(rig.player.rate == 4 && rig.page.received.last == .playerSpeed(speed: 4))
        rig.page.say(.bridgeSpeed(speed: 0.01))
        #expect(rig.player.rate == 0.25 && rig.page.received.last == .playerSpeed(speed: 0.25))
    }

    @Test("pauses at speed 0, keeps the rate for when playback continues, and reports both")
    func speedZero() async {
        let rig = OverlayRig()
        rig.open()
        rig.player.play()
        await rig.run(for: 1)
        rig.player.rate = 2
        for speed: Float in [0, -0.0] {
            rig.page.say(.bridgeState(state: .playing))
            await rig.run(for: 0.5)
            #expect(rig.player.state == .playing)
            rig.page.forget()
            rig.page.say(.bridgeSpeed(speed: speed))
            await rig.run(for: 0.5)
            #expect(rig.player.state == .paused && !rig.player.intendsToPlay && rig.player.rate == 2)
            #expect(rig.page.received.contains(.playerSpeed(speed: 2)) && rig.states == [.paused])
        }
    }

    @Test("lets the stage show controls, receive swipes and scale the picture, and reports its actions")
    func stage() async {
        let rig = OverlayRig()
        rig.open()
        rig.page.forget()
        rig.page.say(.bridgeStage(controls: .hidden))
        rig.page.say(.bridgeStageSwipe(direction: .up))
        rig.page.say(.bridgeVideoScale(videoScaleX: 0.7, videoScaleY: 0.6, videoPivotX: 0, videoPivotY: 1, videoScaleDuration: 400))
        #expect(rig.stage.asked == ["controls hidden", "swipe up", "scale 0.7 0.6 0.0 1.0 400"])
        #expect(
            rig.page.received == [
                .playerStage(controls: .hidden),
                .playerVideoScale(videoScaleX: 0.7, videoScaleY: 0.6, videoPivotX: 0, videoPivotY: 1, videoScaleDuration: 400),
            ])
        rig.plugin.controlsChanged(.visible)
        #expect(rig.page.received.last == .playerStage(controls: .visible))
    }

    @Test("reports each change of the control bar once, regardless of its origin")
    func controlBar() async {
        let rig = OverlayRig()
        rig.open()
        rig.page.forget()
        rig.player.view.controlBarChanged(isVisible: false)
        rig.player.view.controlBarChanged(isVisible: false)
        rig.plugin.controlsChanged(.hidden)
        rig.player.view.controlBarChanged(isVisible: true)
        #expect(rig.page.received == [.playerStage(controls: .hidden), .playerStage(controls: .visible)])
    }

    @Test("restores the full size of the picture when the page crashes, and playback continues")
    func crash() async {
        let rig = OverlayRig()
        rig.open()
        rig.player.play()
        await rig.run(for: 1)
        rig.page.say(.bridgeVideoScale(videoScaleX: 0.5, videoScaleY: 0.5, videoPivotX: 0, videoPivotY: 0, videoScaleDuration: 0))
        rig.page.end(.crashed)
        #expect(rig.stage.asked.last == "scale 1.0 1.0 0.5 0.5 300")
        let position = rig.player.position
        await rig.run(for: 1)
        #expect(rig.player.state == .playing && rig.player.position > position)
    }

    @Test("a page that isn't ready within 15 s of the clock is a fatal error, and playback continues")
    func timeout() async throws {
        let rig = OverlayRig()
        var errors: [OverlayError] = []
        rig.overlay.onMessage = { if case .overlayError(let error) = $0 { errors.append(error) } }
        rig.overlay.load()
        try await rig.engines.clock.waitForSleepers(1)
        rig.player.load(PlayerItem(url: .init(fileURLWithPath: "/a.mp4")))
        rig.player.play()
        await rig.run(for: 5)
        #expect(rig.overlay.phase == .loading)
        await rig.run(for: 10)
        for _ in 0..<10_000 where rig.overlay.phase == .loading { await Task.yield() }
        #expect(rig.overlay.phase == .ended)
        #expect(errors == [OverlayError(.readyTimeout, .fatal)])
        #expect(rig.player.state == .ended)
    }

    @Test("a flood of messages from the page does not affect the player")
    func flood() async {
        let rig = OverlayRig()
        rig.open()
        rig.player.play()
        await rig.run(for: 1)
        for _ in 0..<100_000 { rig.page.say(text: #"{"event":"bridgeTime","payload":{"timecode":0}}"#) }
        #expect(rig.overlay.phase == .ended)
        let position = rig.player.position
        await rig.run(for: 1)
        #expect(rig.player.state == .playing && rig.player.position > position)
    }

    @Test("errors of the player keep their level and code")
    func errors() async {
        var script = EngineScript()
        script.failures = [(position: 1, error: PlaybackError(.decoding))]
        let rig = OverlayRig(script)
        rig.open()
        rig.player.play()
        await rig.run(for: 3)
        let code = PlaybackError(.decoding).code
        #expect(
            rig.page.received.contains {
                if case .playerError(let error) = $0 { error.level == .fatal && error.code == code } else { false }
            })
        #expect(rig.states.last == .stopped)
    }

    @Test("in DVR, time codes are the dates of the stream, and the window advances")
    func dvr() async {
        var script = EngineScript(media: .scriptedLive(window: 300))
        script.dates = DateMap([.init(time: 0, date: 1_700_000_000), .init(time: 280, date: 1_700_001_000)])
        let rig = OverlayRig(script)
        rig.open()
        rig.player.play()
        await rig.run(for: 5)
        guard case .playerTime(let timecode, let initial?, let last?)? = rig.page.received.last(where: { $0.name == .playerTime }) else {
            Issue.record("\(rig.page.received)")
            return
        }
        // Ten seconds behind the edge, after the discontinuity at 280 s.
        #expect((1_700_001_010_000...1_700_001_015_500).contains(timecode))
        #expect((1_700_000_004_000...1_700_000_006_000).contains(initial))
        #expect(last >= timecode)
        rig.page.say(.bridgeTime(timecode: 1_700_000_100_000))
        await rig.run(for: 1)
        #expect(rig.timecodes.contains(1_700_000_100_000))
    }

    @Test("live without dates has no time codes, and can't seek by them")
    func noDates() async {
        let rig = OverlayRig(EngineScript(media: .scriptedLive(window: 60)))
        rig.open()
        rig.player.play()
        await rig.run(for: 3)
        #expect(rig.timecodes.isEmpty)
        rig.page.forget()
        rig.page.say(.bridgeTime(timecode: 5))
        #expect(rig.page.received.first?.name == .playerError)
    }

    @Test("a time code in ID3 takes precedence over the dates")
    func id3() async {
        var script = EngineScript()
        script.dates = DateMap([.init(time: 0, date: 1000)])
        script.metadata = [
            TimedMetadata(
                kind: .id3, start: 2, end: 2,
                fields: ["frames": .array([.object(["id": "TXXX", "value": #"{"ut":1700000000000}"#])])])
        ]
        let rig = OverlayRig(script)
        rig.open()
        await rig.run(for: 1)
        rig.player.seek(to: 5)
        await rig.run(for: 1)
        #expect(rig.timecodes.last == 1_700_000_003_000)
    }

    @Test("an overlay that is added during playback receives the current state")
    func late() async {
        let rig = OverlayRig()
        rig.player.load(PlayerItem(url: .init(fileURLWithPath: "/a.mp4")))
        rig.player.play()
        await rig.run(for: 2)
        rig.overlay.load()
        rig.page.say(.bridgeReady)
        #expect(rig.states == [.playing])
        #expect(rig.page.received.contains(.playerReady) && rig.page.received.contains(.overlayReady))
        #expect(rig.timecodes.last.map { $0 > 1000 } == true)
        rig.overlay.destroy()
        rig.page.forget()
        await rig.run(for: 1)
        #expect(rig.page.received.isEmpty && rig.player.state == .playing)
    }
}
