import Foundation
import PlayheadTestKit
import Testing

@testable import Playhead

@MainActor
@Suite("Lists", .timeLimit(.minutes(5)))
struct ListTests {
    /// Returns when each item started or ended to play, on the clock.
    private func times(_ rig: ScriptedRig, _ name: EventName) -> [Double] {
        rig.trace.events.filter { $0.name == name }.map(\.context.monotonicTime)
    }

    private var slow: EngineScript {
        var script = EngineScript(media: .scripted(duration: 8))
        script.openingTime = 1
        return script
    }

    @Test("The next item is preloaded, so that it plays as soon as the previous one ends")
    func preload() async {
        let rig = ScriptedRig(slow)
        rig.load("a", "b", "c")
        rig.player.play()
        await rig.run(until: .playing)
        await rig.run(for: 3)
        let engines = rig.stage.engines
        #expect(engines.map(\.url.lastPathComponent) == ["a", "b"] && rig.player.currentIndex == 0)
        #expect(engines[1].commands.count == 1)
        await rig.run(for: 30)
        #expect(rig.stage.engines.map(\.url.lastPathComponent) == ["a", "b", "c"])
        let (plays, ends) = (times(rig, .onPlay), times(rig, .onComplete))
        #expect(plays.count == 3 && ends.count == 3)
        for (end, play) in zip(ends, plays.dropFirst()) { #expect(play - end < 0.06, "\(play - end)") }
        OrderRules.check(rig.trace.events)
        // The events are the same as without preloading.
        let without = ScriptedRig(slow) { $0.playlist.preloadsNextItem = false }
        without.load("a", "b", "c")
        without.player.play()
        await without.run(for: 60)
        #expect(without.trace.lines == rig.trace.lines)
        #expect(times(without, .onPlay)[1] - times(without, .onComplete)[0] > 1)
    }

    @Test("A preloaded item is loaded again for a level that the viewer selects meanwhile, so that it begins with a similar one")
    func preloadedLevel() async {
        var script = slow
        script.media.levels = [.automatic, QualityLevel(index: 1, label: "720p", bitrate: 2_000_000, width: 1280, height: 720)]
        let rig = ScriptedRig(script)
        rig.load("a", "b")
        rig.player.play()
        await rig.run(until: .playing)
        await rig.run(for: 3)
        #expect(rig.stage.engines.map { $0.configuration.similarLevel?.label } == [nil, nil])
        rig.player.selectQuality(.level(1))
        await rig.run(for: 1)
        let engines = rig.stage.engines
        #expect(engines.map(\.url.lastPathComponent) == ["a", "b", "b"] && engines[1].isClosed && !engines[2].isClosed)
        #expect(engines[2].configuration.similarLevel?.label == "720p")
        await rig.run(for: 30)
        #expect(rig.stage.engines.count == 3 && rig.trace.contains(.onPlaylistComplete))
    }

    @Test("Items begin with the audio track that the viewer prefers, and a preloaded one is loaded again if the viewer selects another")
    func preloadedAudio() async {
        let rig = ScriptedRig(slow) { $0.audio.languages = ["fr"] }
        rig.load("a", "b")
        rig.player.play()
        await rig.run(until: .playing)
        await rig.run(for: 3)
        #expect(
            rig.stage.engines.map(\.configuration.preferredAudio) == [
                AudioPreference(languages: ["fr"]), AudioPreference(languages: ["fr"]),
            ])
        rig.player.selectAudioTrack(1)
        await rig.run(for: 1)
        let engines = rig.stage.engines
        #expect(engines.map(\.url.lastPathComponent) == ["a", "b", "b"] && engines[1].isClosed && !engines[2].isClosed)
        #expect(engines[2].configuration.preferredAudio == AudioPreference(choice: rig.player.audioTracks[1], languages: ["fr"]))
        await rig.run(for: 30)
        #expect(rig.stage.engines.count == 3 && rig.trace.contains(.onPlaylistComplete))
    }

    @Test("A preloaded item reports once what it has loaded meanwhile")
    func preloadedBuffer() async {
        let rig = ScriptedRig(slow)
        rig.load("a", "b")
        rig.player.play()
        await rig.run(until: .playing)
        await rig.run(for: 3)
        for end in 1...20 { rig.stage.engines.last?.report(.buffered([TimeRange(start: 0, end: Double(end) / 10)])) }
        await rig.run(for: 30)
        let second = rig.trace.events.lastIndex { $0 is PlaylistItemEvent } ?? 0
        let start = rig.trace.events[second...].prefix { !($0 is TimeEvent) }
        #expect(second > 0 && start.count { $0 is BufferChangeEvent } <= 2)
    }

    @Test("The next item is not loaded before the current one is, and not beside it after a seek back out of the buffer")
    func noStarving() async {
        var script = EngineScript(media: .scripted(duration: 30))
        script.loadedAtStart = 1
        script.loadingSpeed = 1.01
        script.keptBehind = 10
        let rig = ScriptedRig(script)
        rig.load("a", "b")
        rig.player.play()
        await rig.run(until: .playing)
        await rig.run(for: 27)
        #expect(rig.stage.engines.count == 1 && rig.player.position > 26)
        await rig.run(for: 2)
        #expect(rig.stage.engines.count == 2 && rig.player.currentIndex == 0)
        rig.player.seek(to: 5)
        await rig.run(for: 3)
        #expect(rig.player.currentIndex == 0 && rig.stage.engines.last?.isClosed == true)
        await rig.run(for: 40)
        #expect(rig.player.currentIndex == 1 && !rig.trace.contains(.onError))
    }

    @Test(
        "A preloaded item is dropped when another command replaces it", arguments: ["load", "previous", "stop", "release"])
    func givenUp(command: String) async {
        let rig = ScriptedRig(slow)
        rig.load("a", "b", "c", startingAt: 1)
        rig.player.play()
        await rig.run(until: .playing)
        await rig.run(for: 4)
        let waiting = rig.stage.engines.last
        #expect(waiting?.url.lastPathComponent == "c" && waiting?.isClosed == false)
        switch command {
        case "load": rig.load("d")
        case "previous": rig.player.previous()
        case "stop": rig.player.stop()
        default: rig.player.release()
        }
        await rig.run(for: 0.1)
        #expect(waiting?.isClosed == true)
        await rig.run(for: 1)
        rig.player.release()
        await rig.run(for: 1)
        await rig.player.released()
        #expect(rig.stage.engines.allSatisfy { $0.isClosed })
        OrderRules.check(rig.trace.events)
    }

    @Test(
        "next() plays the preloaded item, which is not opened again; a stop while the old item closes drops it", arguments: [false, true])
    func nextPreloaded(stops: Bool) async {
        let rig = ScriptedRig(slow)
        rig.load("a", "b", "c", startingAt: 1)
        rig.player.play()
        await rig.run(until: .playing)
        await rig.run(for: 4)
        #expect(rig.stage.engines.map(\.url.lastPathComponent) == ["b", "c"])
        rig.player.next()
        #expect(rig.player.state == .stopping && rig.stage.engines[1].isClosed == false)
        if stops {
            rig.player.stop()
            await rig.run(for: 2)
            #expect(rig.player.state == .idle && rig.stage.engines.allSatisfy { $0.isClosed })
        } else {
            await rig.run(until: .playing)
            #expect(rig.player.currentIndex == 2 && rig.stage.engines.count == 2 && !rig.stage.engines[1].isClosed)
        }
        OrderRules.check(rig.trace.events)
    }

    @Test("A preload that failed is retried when the item is due")
    func retried() async {
        let rig = ScriptedRig(slow)
        var broken = slow
        broken.openingFailure = PlaybackError(.httpStatus(503))
        rig.stage.setScript(broken, for: ScriptedRig.url("b"))
        rig.load("a", "b")
        rig.player.play()
        await rig.run(until: .playing)
        await rig.run(for: 5)
        #expect(rig.stage.engines.count == 2 && !rig.trace.contains(.onWarning))
        rig.stage.setScript(slow, for: ScriptedRig.url("b"))
        await rig.run(for: 30)
        #expect(rig.player.state == .ended && rig.stage.engines.count == 3 && !rig.trace.contains(.onError))
    }

    @Test("A list that repeats also continues without a gap; a live stream and a single item preload nothing")
    func repeating() async {
        let rig = ScriptedRig(slow) { $0.playlist.repeats = true }
        rig.load("a", "b")
        rig.player.play()
        await rig.run(for: 40)
        let (plays, ends) = (times(rig, .onPlay), times(rig, .onComplete))
        #expect(plays.count >= 4)
        for (end, play) in zip(ends, plays.dropFirst()) { #expect(play - end < 0.06) }
        let single = ScriptedRig(slow) { $0.playlist.repeats = true }
        single.load("a")
        single.player.play()
        await single.run(for: 30)
        #expect(single.stage.engines.count == 1)
        let live = ScriptedRig(EngineScript(media: .scriptedLive(window: 60)))
        live.load("a", "b")
        live.player.play()
        await live.run(for: 30)
        #expect(live.stage.engines.count == 1 && live.player.nextUpItem == nil)
    }

    @Test("A failed item is skipped if configured: its error is a warning, and is that of the item")
    func skipping() async {
        let rig = ScriptedRig(EngineScript(media: .scripted(duration: 2))) { $0.playlist.itemFailure = .skip }
        var broken = EngineScript()
        broken.openingFailure = PlaybackError(.httpStatus(404), url: "https://media.example.com/b")
        rig.stage.setScript(broken, for: ScriptedRig.url("b"))
        let items = rig.load("a", "b", "c")
        var statuses: [String] = []
        let token = items[1].observe(\.status, options: [.new]) { item, _ in statuses.append("\(item.status) \(item.error?.code ?? 0)") }
        rig.player.play()
        await rig.run(for: 10)
        #expect(rig.player.state == .ended && rig.trace.contains(.onPlaylistComplete) && rig.player.error == nil)
        #expect(statuses == ["failed 221404"] && items.map(\.status) == [.readyToPlay, .failed, .readyToPlay])
        let lines = rig.trace.lines
        let start = lines.firstIndex(of: "onPlaylistItem 1 b") ?? 0
        #expect(
            Array(lines[start..<min(start + 6, lines.count)]) == [
                "onPlaylistItem 1 b", "onStateChange ended → opening (playlist)", "onStateChange opening → stopping (failure)",
                "onWarning 321404", "onStateChange stopping → idle (engine)", "onIdle buffering → idle (failed)",
            ])
        OrderRules.check(rig.trace.events)
        token.invalidate()
    }

    @Test("The default source is opened first, and after a failure the next one")
    func sources() async {
        let rig = ScriptedRig()
        var broken = EngineScript()
        broken.openingFailure = PlaybackError(.unsupportedFormat)
        rig.stage.setScript(broken, for: ScriptedRig.url("b.mp4"))
        let entry = PlaylistEntry(sources: [
            ItemSource(url: ScriptedRig.url("a.m3u8")), ItemSource(url: ScriptedRig.url("b.mp4"), isDefault: true),
            ItemSource(url: ScriptedRig.url("c.mp4")),
        ])
        let item = PlayerItem(entry)
        #expect(item.url.lastPathComponent == "b.mp4")
        rig.player.load(item)
        await rig.run(until: .ready)
        #expect(rig.stage.engines.map(\.url.lastPathComponent) == ["b.mp4", "a.m3u8"])
        #expect(item.url.lastPathComponent == "a.m3u8" && item.status == .readyToPlay)
        #expect(rig.trace.lines.contains("onWarning 324003") && !rig.trace.contains(.onSetupError))
        rig.player.release()
        await rig.run(for: 1)
        await rig.player.released()
        #expect(rig.stage.engines.allSatisfy { $0.isClosed })
        OrderRules.check(rig.trace.events)
    }

    @Test("If all sources fail, the item fails with the error of the last one")
    func noSourceLeft() async {
        var broken = EngineScript()
        broken.openingFailure = PlaybackError(.httpStatus(404))
        let rig = ScriptedRig(broken)
        let item = PlayerItem(PlaylistEntry(sources: [ItemSource(url: ScriptedRig.url("a")), ItemSource(url: ScriptedRig.url("b"))]))
        rig.player.load(item)
        await rig.run(until: .error)
        #expect(item.error?.code == 121_404 && rig.stage.engines.count == 2)
    }

    @Test("An item without sources fails when opened, and can be skipped")
    func withoutSources() async {
        let nothing = PlayerItem(PlaylistEntry(sources: [], title: "Nothing"))
        let rig = ScriptedRig()
        rig.player.load(nothing)
        await rig.wait { rig.player.state == .error }
        #expect(nothing.error?.code == 120_640 && rig.trace.lines.last == "onSetupError 120640")
        rig.player.release()
        await rig.player.released()
        let skipping = ScriptedRig { $0.playlist.itemFailure = .skip }
        skipping.player.load([PlayerItem(PlaylistEntry(sources: [])), ScriptedRig.item("a")])
        await skipping.wait { skipping.player.currentIndex == 1 }
        #expect(skipping.trace.lines.contains("onWarning 320640"))
    }

    @Test("The properties of an item in a list are in its events, without secrets")
    func payload() async throws {
        let url = try #require(URL(string: "https://me:hush@media.example.com/a.mp4?token=hush"))
        let image = try #require(URL(string: "https://img.example.com/a.jpg?sig=hush"))
        let entry = PlaylistEntry(
            sources: [ItemSource(url: url)], title: "A", description: "About", image: image, mediaID: "m", startTime: 3,
            assetOptions: AssetOptions(headers: ["X": "hush"]))
        let rig = ScriptedRig()
        rig.player.load(PlayerItem(entry))
        await rig.run(until: .ready)
        let event = try #require(rig.trace.all(PlaylistItemEvent.self).first)
        let item = event.fields.foundationValue["item"] as? [String: Any]
        #expect(item?["title"] as? String == "A" && item?["description"] as? String == "About" && item?["mediaid"] as? String == "m")
        #expect(item?["startTime"] as? Double == 3 && item?["image"] as? String == "https://img.example.com/a.jpg?sig=***")
        for event in rig.trace.events { #expect(!"\(event)".contains("hush")) }
        #expect(rig.player.position == 3)
    }

    @Test("Any item can be selected, in any state, and plays if the previous one was to play")
    func anyItem() async {
        let rig = ScriptedRig()
        rig.load("a", "b", "c")
        rig.player.selectItem(2)
        await rig.run(until: .ready)
        #expect(rig.player.currentIndex == 2 && rig.player.state == .ready)
        rig.player.play()
        await rig.run(for: 1)
        rig.player.selectItem(1)
        await rig.run(for: 1)
        #expect(rig.player.currentIndex == 1 && rig.player.state == .playing)
        rig.player.selectItem(1)
        await rig.run(for: 0.5)
        #expect(rig.player.currentIndex == 1 && rig.player.position < 0.6)
        rig.player.stop()
        await rig.run(for: 0.1)
        rig.player.selectItem(0)
        await rig.run(for: 1)
        #expect(rig.player.currentIndex == 0 && rig.player.state == .ready)
        #expect(rig.trace.all(PlaylistItemEvent.self).map(\.index) == [0, 2, 1, 1, 0] && !rig.trace.contains(.onPlaylist))
        OrderRules.check(rig.trace.events)
    }

    @Test("A refused load or change of the order leaves isShuffled as it was")
    func refusedShuffle() async {
        let rig = ScriptedRig()
        rig.load("a", "b", "c", "d")
        rig.player.play()
        await rig.run(until: .playing)
        rig.player.isShuffled = true
        rig.player.load([])
        #expect(rig.player.isShuffled)
        rig.player.isShuffled = false
        #expect(!rig.player.isShuffled && rig.player.items.map(\.title) == ["a", "b", "c", "d"])
        // No list is accepted while another item is about to open.
        rig.player.next()
        rig.player.isShuffled = true
        #expect(!rig.player.isShuffled)
        await rig.run(until: .playing)
        rig.player.isShuffled = true
        rig.player.next()
        rig.player.isShuffled = false
        #expect(rig.player.isShuffled)
    }

    @Test("A change of the list in a callback is refused when another item has already followed the one that the app knows")
    func arrangementInCallback() async {
        let rig = ScriptedRig()
        rig.load("a", "b")
        let player = rig.player
        let token = player.onEvent { [weak player] event in
            guard event is CompleteEvent, let player else { return }
            player.arrange(player.items.reversed())
        }
        player.play()
        await rig.run(until: .playing)
        player.seek(to: .infinity)
        await rig.run(for: 1)
        #expect(player.currentItem?.title == "b" && player.currentIndex == 1 && player.items.map(\.title) == ["a", "b"])
        #expect(rig.trace.all(WarningEvent.self).count == 1)
        withExtendedLifetime(token) {}
    }

    @Test("A level and an audio track that were selected by hand apply to the next item")
    func choices() async {
        let rig = ScriptedRig()
        rig.load("a", "b")
        await rig.run(until: .ready)
        rig.player.selectLevel(1)
        rig.player.selectAudioTrack(1)
        await rig.settle()
        rig.player.next()
        await rig.run(until: .ready)
        await rig.settle()
        #expect(rig.player.currentIndex == 1 && rig.player.currentLevel == 1 && rig.player.currentAudioTrack == 1)
        #expect(rig.player.levels == rig.player.media?.levels && rig.player.audioTracks == rig.player.media?.audioTracks)
        rig.player.release()
        #expect(rig.player.levels == [.automatic] && rig.player.audioTracks.isEmpty && rig.player.currentAudioTrack == -1)
    }
}
