import Foundation
import PlayheadTestKit
import Testing

@testable import Playhead

/// EVENTS, Order, line by line, with a scripted engine under a manual clock.
@MainActor
@Suite("The order of events, with a scripted engine", .timeLimit(.minutes(5)))
struct ScriptedOrderTests {
    private static let opening = [
        "onStateChange idle → opening (external)", "onMeta media, duration 10.0, width 1280, height 720", "onLevels 0 of Auto, 360p, 720p",
        "onAudioTracks 0 of English, Deutsch", "onCaptionsList 0 of Off", "onStateChange opening → ready (engine)", "onReady",
    ]

    @Test("onPlaylistItem comes before opening, the track model before ready, and then onReady")
    func opening() async {
        let rig = ScriptedRig()
        rig.load("a")
        await rig.run(until: .ready)
        #expect(rig.trace.lines == ["onPlaylistItem 0 a"] + Self.opening)
        OrderRules.check(rig.trace.events)
    }

    @Test("A start: onPlayAttempt, onBeforePlay, onPlay, onFirstFrame, onVisualQuality, onTime")
    func start() async {
        let rig = ScriptedRig()
        rig.load("a")
        await rig.run(until: .ready)
        _ = rig.trace.news()
        rig.player.play()
        await rig.run(for: 0.5)
        #expect(
            rig.trace.news() == [
                "onPlayAttempt (external)", "onStateChange ready → play (external)", "onBeforePlay",
                "onStateChange play → playing (engine)",
                "onPlay buffering → playing (external)", "onFirstFrame", "onVisualQuality 720p (auto, initial choice)", "onTime",
            ])
    }

    @Test("A start that has to wait for data reports onBuffer before onPlay")
    func slowStart() async {
        var script = EngineScript()
        script.startingTime = 1
        let rig = ScriptedRig(script)
        rig.load("a")
        await rig.run(until: .ready)
        _ = rig.trace.news()
        rig.player.play()
        await rig.run(for: 1.5)
        #expect(
            rig.trace.news() == [
                "onPlayAttempt (external)", "onStateChange ready → play (external)", "onBeforePlay",
                "onStateChange play → buffering (loading)", "onBuffer idle → buffering (loading)",
                "onStateChange buffering → playing (engine)", "onPlay buffering → playing (external)", "onFirstFrame",
                "onVisualQuality 720p (auto, initial choice)", "onTime",
            ])
    }

    @Test("Autoplay attempts to play after onReady")
    func autoplay() async {
        let rig = ScriptedRig { $0.autoplay = true }
        rig.load("a")
        await rig.run(until: .playing)
        let names = rig.trace.names
        #expect(names.firstIndex(of: .onReady).map { names[$0 + 1] } == .onPlayAttempt)
        #expect(rig.trace.lines.contains("onPlayAttempt (autostart)"))
        OrderRules.check(rig.trace.events)
    }

    @Test("onTime is emitted ten times a second while playing, and not while paused")
    func time() async {
        let rig = ScriptedRig()
        rig.load("a")
        rig.player.play()
        await rig.run(until: .playing)
        _ = rig.trace.news()
        await rig.run(for: 2.001)
        #expect(rig.trace.newNames().count { $0 == .onTime } == 20)
        rig.player.pause()
        await rig.run(for: 5)
        #expect(
            rig.trace.news() == [
                "onStateChange playing → pausing (external)", "onStateChange pausing → paused (engine)",
                "onPause playing → paused (external)",
            ])
    }

    @Test("A seek inside the loaded range: onSeek, onSeeked, onTime, and no onPlay")
    func seekInside() async {
        let rig = await playingRig()
        rig.player.seek(to: 1.5)
        await rig.run(for: 0.06)
        #expect(
            rig.trace.news() == [
                "onSeek to 1.5", "onStateChange playing → seeking (seek)", "onStateChange seeking → playing (seek)", "onSeeked at 1.5",
                "onTime",
            ])
    }

    @Test("A seek out of the loaded range: onSeek, onBuffer, onSeeked, onTime, onPlay")
    func seekOutside() async {
        let rig = await playingRig()
        rig.player.seek(to: 9)
        await rig.run(for: 0.12)
        #expect(
            rig.trace.news() == [
                "onSeek to 9.0", "onStateChange playing → seeking (seek)", "onStateChange seeking → buffering (loading)",
                "onBuffer playing → buffering (loading)", "onSeeked at 9.0", "onTime", "onStateChange buffering → playing (engine)",
                "onPlay buffering → playing (external)",
            ])
    }

    @Test("Ten quick seeks: ten onSeek and one onSeeked, for the last target; only the caller of the last seek receives true")
    func burst() async {
        let rig = await playingRig()
        let outcomes = (1...10).map { index in Task { await rig.player.seekAndWait(to: Double(index) / 10) } }
        await rig.wait { rig.trace.all(SeekEvent.self).count == 10 }
        await rig.run(for: 1)
        let seeks = rig.trace.all(SeekEvent.self)
        let seeked = rig.trace.all(SeekedEvent.self)
        #expect(seeked.map(\.position) == [seeks.last?.offset])
        var finished: [Double] = []
        for (index, outcome) in outcomes.enumerated() where await outcome.value { finished.append(Double(index + 1) / 10) }
        #expect(finished == [seeks.last?.offset])
        #expect(rig.trace.all(StateChangeEvent.self).count { $0.newState == .seeking } == 1)
        OrderRules.check(rig.trace.events)
    }

    @Test("A seek while paused ends paused, without onPause or onPlay")
    func seekPaused() async {
        let rig = await playingRig()
        rig.player.pause()
        await rig.run(until: .paused)
        _ = rig.trace.news()
        rig.player.seek(to: 5)
        await rig.run(for: 1)
        #expect(
            rig.trace.news() == [
                "onSeek to 5.0", "onStateChange paused → seeking (seek)", "onStateChange seeking → pausing (seek)",
                "onStateChange pausing → paused (seek)", "onSeeked at 5.0", "onTime",
            ])
    }

    @Test("A stall: onBuffer (stalled), and onPlay when playback continues; no flag stays set")
    func stall() async {
        var script = EngineScript()
        script.stalls = [.init(at: 1, for: 3)]
        let rig = ScriptedRig(script)
        rig.load("a")
        rig.player.play()
        await rig.run(until: .buffering)
        #expect(rig.player.timeControlStatus == .waitingToPlayAtSpecifiedRate && rig.player.reasonForWaitingToPlay == .stalled)
        await rig.run(until: .playing)
        #expect(rig.player.timeControlStatus == .playing && rig.player.reasonForWaitingToPlay == nil && !rig.player.machine.isStalled)
        let lines = rig.trace.lines
        let index = lines.firstIndex(of: "onBuffer playing → buffering (stalled)")
        #expect(
            index.map { Array(lines[($0 - 1)...]) } == [
                "onStateChange playing → buffering (stalled)", "onBuffer playing → buffering (stalled)",
                "onStateChange buffering → playing (engine)", "onPlay buffering → playing (external)",
            ])
    }

    @Test("The end: onTime at the duration, onBeforeComplete, onComplete, and the next item or onPlaylistComplete; each once")
    func end() async {
        let rig = ScriptedRig(EngineScript(media: .scripted(duration: 1)))
        rig.load("a", "b")
        rig.player.play()
        await rig.run(until: .ended)
        await rig.run(for: 10)
        let names = rig.trace.lines.map { String($0.prefix { $0 != " " }) }
        let ends = names.indices.filter { names[$0] == "onBeforeComplete" }
        #expect(ends.count == 2)
        #expect(
            ends.first.map { Array(names[($0 - 1)...($0 + 3)]) } == [
                "onTime", "onBeforeComplete", "onStateChange", "onComplete", "onPlaylistItem",
            ])
        #expect(Array(names.suffix(5)) == ["onTime", "onBeforeComplete", "onStateChange", "onComplete", "onPlaylistComplete"])
        #expect(rig.trace.all(TimeEvent.self).last.map { $0.position == $0.duration && $0.duration == 1 } == true)
        OrderRules.check(rig.trace.events)
    }

    @Test("A seek past the end completes the item")
    func seekPastEnd() async {
        let rig = await playingRig()
        rig.player.seek(to: 100)
        await rig.run(for: 1)
        #expect(
            rig.trace.news().suffix(6) == [
                "onSeeked at 10.0", "onTime", "onBeforeComplete", "onStateChange buffering → ended (ended)", "onComplete",
                "onPlaylistComplete",
            ])
        OrderRules.check(rig.trace.events)
    }

    @Test("play() at the end plays from the start again, like the first time")
    func replay() async {
        let rig = ScriptedRig(EngineScript(media: .scripted(duration: 1)))
        rig.load("a")
        rig.player.play()
        await rig.run(until: .ended)
        _ = rig.trace.news()
        rig.player.play(reason: .interaction)
        await rig.run(until: .ended)
        let lines = rig.trace.news()
        for line in ["onPlayAttempt (interaction)", "onBeforePlay", "onFirstFrame", "onBeforeComplete", "onComplete"] {
            #expect(lines.count { $0 == line } == 1, "\(line)")
        }
        OrderRules.check(rig.trace.events)
    }

    @Test("A list that repeats starts again after its last item")
    func repeats() async {
        let rig = ScriptedRig(EngineScript(media: .scripted(duration: 1))) { $0.playlist.repeats = true }
        rig.load("a", "b")
        rig.player.play()
        await rig.run(for: 5)
        #expect(rig.trace.all(PlaylistItemEvent.self).map(\.index).prefix(4) == [0, 1, 0, 1])
        #expect(!rig.trace.contains(.onPlaylistComplete))
        OrderRules.check(rig.trace.events)
    }

    private func playingRig() async -> ScriptedRig {
        let rig = ScriptedRig()
        rig.load("a")
        rig.player.play()
        await rig.run(until: .playing)
        await rig.run(for: 0.15)
        _ = rig.trace.news()
        return rig
    }

    @Test("A release in a callback: its event belongs to the item of the events before, and a setting before it is kept")
    func releaseInCallback() async throws {
        let rig = ScriptedRig()
        rig.load("a")
        await rig.run(until: .ready)
        rig.load("b", "c", startingAt: 1)
        let token = rig.player.onEvent { [weak player = rig.player] event in
            guard let change = event as? StateChangeEvent, change.newState == .idle else { return }
            player?.rate = 2
            player?.release()
        }
        await rig.run(for: 1)
        let last = try #require(rig.trace.events.last)
        #expect(last is IdleEvent && last.context.item == 0 && rig.player.items.isEmpty)
        #expect(rig.player.rate == 2 && !rig.trace.contains(.onPlaybackRateChanged))
        withExtendedLifetime(token) {}
    }

    @Test("A release in a callback of another release changes nothing about its end")
    func releaseInRelease() async {
        let rig = ScriptedRig()
        rig.load("a")
        await rig.run(until: .ready)
        let token = rig.player.onEvent { [weak player = rig.player] event in
            if let change = event as? StateChangeEvent, change.newState == .stopping { player?.release() }
        }
        rig.player.release()
        await rig.run(for: 1)
        #expect(rig.player.state == .idle && rig.trace.names.suffix(3) == [.onStateChange, .onStateChange, .onIdle])
        withExtendedLifetime(token) {}
    }
}
