import Foundation
import PlayheadTestKit
import Testing

@testable import Playhead

@MainActor
@Suite("Commands inside callbacks", .timeLimit(.minutes(5)))
struct ReentrancyTests {
    /// Loads items, and acts once, at the first event of a name.
    private func rig(on name: EventName, _ script: EngineScript = EngineScript(), _ act: @escaping @MainActor (Player) -> Void) async -> (
        ScriptedRig, ObservationToken
    ) {
        let rig = ScriptedRig(script)
        var isDone = false
        let token = rig.player.onEvent { [weak player = rig.player] event in
            guard event.name == name, !isDone, let player else { return }
            isDone = true
            act(player)
        }
        rig.load("a", "b")
        if !rig.player.items.isEmpty { rig.player.play() }
        return (rig, token)
    }

    @Test("A pause inside onBeforePlay cancels the start; play() starts again with another onBeforePlay")
    func pauseBeforePlay() async {
        let (rig, token) = await rig(on: .onBeforePlay) { $0.pause() }
        await rig.run(for: 5)
        #expect(rig.player.state == .paused && !rig.trace.contains(.onPlay))
        rig.player.play()
        await rig.run(for: 1)
        #expect(rig.player.state == .playing)
        #expect(rig.trace.names.count { $0 == .onBeforePlay } == 2)
        #expect(rig.trace.names.count { $0 == .onPlayAttempt } == 1)
        OrderRules.check(rig.trace.events)
        token.invalidate()
    }

    @Test("A stop inside onBeforePlay cancels the start")
    func stopBeforePlay() async {
        let (rig, token) = await rig(on: .onBeforePlay) { $0.stop() }
        await rig.run(for: 5)
        #expect(rig.player.state == .idle && !rig.trace.contains(.onPlay) && rig.player.items.count == 2)
        OrderRules.check(rig.trace.events)
        token.invalidate()
    }

    @Test("The events of a command are emitted after the current event, to all listeners")
    func queued() async {
        let rig = ScriptedRig()
        var received: [String] = []
        let first = rig.player.onEvent { [weak player = rig.player] event in
            received.append("first \(event.name.rawValue)")
            if event.name == .onVolume { player?.isMuted = true }
        }
        let second = rig.player.onEvent { received.append("second \($0.name.rawValue)") }
        rig.player.volume = 0.5
        #expect(received == ["first onVolume", "second onVolume", "first onMute", "second onMute"])
        #expect(rig.player.isMuted && rig.player.volume == 0.5)
        first.invalidate()
        second.invalidate()
    }

    @Test(
        "After a release inside any callback, only the end of the playback is reported",
        arguments: EventName.allCases.filter {
            ![
                .onError, .onSetupError, .onWarning, .onIdle, .onPlaylist, .onItemMetadata, .onPause, .onPlaybackRateChanged, .onVolume,
                .onMute,
                .onLevelsChanged, .onAudioTrackChanged, .onFullscreenRequested, .onFullscreen, .onViewable, .onResize, .onControls,
                .onControlBarVisible,
                .onDisplayClick, .onErrorLog, .onKeyStatus,
            ].contains($0) && !$0.rawValue.hasPrefix("onAd")
        })
    func release(name: EventName) async {
        var script = EngineScript(media: .scripted(duration: 1))
        script.stalls = [.init(at: 0.5, for: 1)]
        script.media.captionsTracks = [.captionsOff, MediaTrack(index: 1, name: "English", language: "en", isDefault: true)]
        script.media.chapters = [Chapter(title: "Opening", range: TimeRange(start: 0, end: 1))]
        script.cues = [1: [CaptionCue(startTime: 0.2, endTime: 0.6, text: "Hello")]]
        script.metadata = [TimedMetadata(kind: .id3, start: 0.4, end: 0.4, fields: [:])]
        let (rig, token) = await rig(on: name, script) { player in
            player.release()
        }
        let seeking = rig.player.onEvent { [weak player = rig.player] event in
            if event.name == .onFirstFrame, player?.machine.isOpen == true { player?.seek(to: 0.3) }
        }
        await rig.run(for: 20)
        let events = rig.trace.events
        let cut = events.firstIndex { $0.name == name }
        #expect(cut != nil)
        let rest = events.suffix(from: (cut ?? 0) + 1).map(\.name)
        #expect([[.onStateChange, .onStateChange, .onIdle], []].contains(rest), "\(rest)")
        #expect(rig.player.state == .idle && rig.player.items.isEmpty && rig.player.currentIndex == nil && rig.player.currentItem == nil)
        #expect(rig.player.duration == 0 && rig.player.position == 0 && rig.player.media == nil && rig.player.playerState == .idle)
        #expect(rig.stage.engines.allSatisfy { $0.isClosed })
        OrderRules.check(events)
        await rig.player.released()
        token.invalidate()
        seeking.invalidate()
    }

    @Test("A release inside onError leaves the player in its initial state")
    func releaseInError() async {
        var script = EngineScript()
        script.failures = [(0.5, PlaybackError(.connectionLost))]
        let (rig, token) = await rig(on: .onError, script) { $0.release() }
        await rig.run(for: 2)
        #expect(rig.trace.names.suffix(3) == [.onError, .onStateChange, .onIdle])
        #expect(rig.player.state == .idle && rig.player.error == nil)
        OrderRules.check(rig.trace.events)
        token.invalidate()
    }

    @Test("A release and a load inside a callback: the new list plays, and no event of the old one follows")
    func releaseAndLoad() async {
        let (rig, token) = await rig(on: .onFirstFrame) { player in
            player.release()
            player.load(ScriptedRig.item("c"))
            player.play()
        }
        await rig.run(for: 2)
        #expect(rig.player.state == .playing && rig.player.items.map(\.title) == ["c"] && rig.player.currentIndex == 0)
        let lines = rig.trace.lines
        let cut = (lines.firstIndex(of: "onFirstFrame") ?? 0) + 1
        #expect(
            Array(lines[cut...].prefix(6)) == [
                "onStateChange playing → stopping (release)", "onStateChange stopping → idle (release)", "onIdle playing → idle (released)",
                "onPlaylist c", "onPlaylistItem 0 c", "onStateChange idle → opening (external)",
            ])
        OrderRules.check(rig.trace.events)
        token.invalidate()
    }

    @Test("A load inside a callback replaces the current playback; of two only the last opens")
    func loads() async {
        let (rig, token) = await rig(on: .onBeforePlay) { player in
            player.load(ScriptedRig.item("c"))
            player.load(ScriptedRig.item("d"))
            player.play()
            #expect(player.items.map(\.title) == ["a", "b"])
        }
        await rig.run(for: 2)
        #expect(rig.player.state == .playing && rig.player.items.map(\.title) == ["d"])
        #expect(rig.stage.engines.map(\.url.lastPathComponent) == ["a", "d"])
        OrderRules.check(rig.trace.events)
        token.invalidate()
    }

    @Test("Two loads inside onComplete of the last item: each item keeps its own properties")
    func loadsAtEnd() async {
        let second = ScriptedRig.item("c")
        let third = ScriptedRig.item("d")
        let rig = ScriptedRig(EngineScript(media: .scripted(duration: 1)))
        let items = rig.load("a")
        let token = rig.player.onEvent { [weak player = rig.player] event in
            guard event.name == .onPlaylistComplete, let player, player.items.count == 1, player.items.first === items[0] else { return }
            player.load(second)
            player.load([third, second])
            player.play()
        }
        rig.player.play()
        await rig.run(for: 1.2)
        await rig.run(until: .playing)
        #expect(rig.player.items.count == 2 && rig.player.currentItem === third)
        #expect(items[0].duration == 1 && items[0].loadedTimeRanges.isEmpty && second.status == .unknown && second.duration == 0)
        #expect(third.status == .readyToPlay && third.duration == 1)
        OrderRules.check(rig.trace.events)
        token.invalidate()
    }

    @Test("The removal of a listener, by itself or another, takes effect immediately")
    func removal() {
        let rig = ScriptedRig()
        var received: [String] = []
        final class Tokens { var all: [ObservationToken] = [] }
        let tokens = Tokens()
        tokens.all.append(
            rig.player.onEvent { _ in
                received.append("first")
                for token in tokens.all { token.invalidate() }
            })
        tokens.all.append(rig.player.onEvent { _ in received.append("second") })
        rig.player.volume = 0.5
        rig.player.volume = 0.6
        #expect(received == ["first"])
    }
}
