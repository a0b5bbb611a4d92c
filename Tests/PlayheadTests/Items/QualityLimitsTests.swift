import PlayheadEngine
import PlayheadTestKit
import Testing

@testable import Playhead

@MainActor
@Suite("Limits of quality", .timeLimit(.minutes(5)))
struct QualityLimitsTests {
    @Test("An engine starts with the limits of the configuration, receives changes, and the next item starts with the changed limits")
    func changes() async {
        let rig = ScriptedRig { $0.quality.maxBitrate = 2_000_000 }
        rig.load("a", "b")
        rig.player.play()
        await rig.run(for: 1)
        let first = rig.stage.engines[0]
        #expect(first.qualityLimits == QualityLimits(maxBitrate: 2_000_000) && rig.player.maxBitrate == 2_000_000)
        rig.player.viewSize = PictureSize(width: 640, height: 360)
        rig.player.maxBitrate = nil
        rig.player.maxSize = PictureSize(width: 1280, height: 720)
        let limits = QualityLimits(maxSize: PictureSize(width: 1280, height: 720), viewSize: PictureSize(width: 640, height: 360))
        #expect(first.qualityLimits == limits)
        rig.player.next()
        await rig.run(for: 1)
        #expect(rig.stage.engines.count == 2 && rig.stage.engines.last?.qualityLimits == limits)
        rig.player.release()
    }

    @Test("Limits and delays that are set in a callback follow the commands before them")
    func order() async {
        let rig = ScriptedRig()
        let listening = rig.player.onEvent { [weak player = rig.player] event in
            guard event is FirstFrameEvent else { return }
            player?.volume = 0.5
            player?.maxBitrate = 1_000_000
            player?.maxSize = PictureSize(width: 640, height: 360)
            player?.audioDelay = 0.25
            player?.isMuted = true
        }
        rig.load("a")
        rig.player.play()
        await rig.run(for: 1)
        listening.invalidate()
        let limits = QualityLimits(maxBitrate: 1_000_000, maxSize: PictureSize(width: 640, height: 360))
        #expect(
            rig.engine?.commands.suffix(5) == [
                .setVolume(0.5), .setQualityLimits(QualityLimits(maxBitrate: 1_000_000)), .setQualityLimits(limits), .setAudioDelay(0.25),
                .setMuted(true),
            ])
        rig.player.release()
    }

    @Test("Limits are accepted after a fatal error, without an event, and the next item starts with them")
    func afterError() async {
        var script = EngineScript()
        script.openingFailure = PlaybackError(.httpStatus(404))
        let rig = ScriptedRig(script)
        rig.load("a")
        await rig.run(until: .error)
        let emitted = rig.trace.events.count
        rig.player.maxBitrate = 500_000
        #expect(rig.player.maxBitrate == 500_000 && rig.trace.events.count == emitted)
        rig.player.release()
        rig.load("b")
        #expect(rig.stage.engines.count == 2 && rig.engine?.qualityLimits == QualityLimits(maxBitrate: 500_000))
        rig.player.release()
    }

    @Test("While no pictures are shown, the lowest level is requested if configured, of the next item too", arguments: [true, false])
    func hidden(isLowered: Bool) async {
        let rig = ScriptedRig {
            $0.quality.maxBitrate = 2_000_000
            $0.quality.lowersLevelWhenHidden = isLowered
        }
        let hidden = isLowered ? 0 : 2_000_000
        rig.load("a", "b")
        rig.player.play()
        await rig.run(for: 1)
        rig.player.isVideoEnabled = false
        #expect(rig.stage.engines[0].qualityLimits.maxBitrate == hidden && rig.player.maxBitrate == 2_000_000)
        rig.player.next()
        await rig.run(for: 1)
        #expect(rig.stage.engines.last?.qualityLimits.maxBitrate == hidden)
        rig.player.isVideoEnabled = true
        #expect(rig.stage.engines.last?.qualityLimits.maxBitrate == 2_000_000)
        rig.player.release()
    }
}
