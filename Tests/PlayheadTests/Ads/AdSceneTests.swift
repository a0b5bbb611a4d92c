import Foundation
import PlayheadTestKit
import TestSupport
import Testing

@testable import Playhead

/// The events and tracker requests of a player with ads, scene by scene, under the manual clock.
@MainActor
@Suite("Ads", .timeLimit(.minutes(5)))
struct AdSceneTests {
    /// With `PLAYHEAD_UPDATE_GOLDEN=1` the traces are rewritten.
    @Test(
        "Each scene matches its recorded trace: events are in order, and in a break the content's engine is paused, not opened again",
        arguments: AdScene.all)
    func golden(scene: AdScene) async throws {
        let rig = await AdRig.play(scene)
        checkOrder(rig, scene)
        let text = rig.text
        let file = Samples.tests.appendingPathComponent("Golden/ads/\(scene.name).txt")
        if ProcessInfo.processInfo.environment["PLAYHEAD_UPDATE_GOLDEN"] == "1" { try Data(text.utf8).write(to: file) }
        let golden = try String(contentsOf: file, encoding: .utf8)
        #expect(text == golden)
    }

    @Test("The metadata of an ad is emitted once, also that at its start, which is entered before its first picture is shown")
    func metadata() async {
        var script = EngineScript(media: .scripted(duration: 4))
        script.metadata = [0, 1].map { TimedMetadata(kind: .id3, start: $0, end: $0 + 0.5, fields: ["metadataTime": .double($0)]) }
        var scene = AdScene("metadata")
        scene.advertising.tags = [AdScene.tag]
        scene.answers[AdScene.tag] = .document(AdTexts.vast(AdTexts.ad("one")))
        scene.media["one"] = script
        let rig = await AdRig.play(scene)
        let tags = rig.rig.trace.all(AdMetaEvent.self).map(\.metadata).filter { $0["metadataType"] == "id3" }
        #expect(tags.map { $0["metadataTime"] } == [.double(0), .double(1)])
    }

    @Test("The metadata before the position at which an ad starts is not emitted")
    func metadataBeforeStart() async throws {
        let scene = try #require(AdScene.all.first { $0.name == "live-joined-in-a-list-of-assets" })
        let rig = AdRig(scene)
        rig.rig.load("content.mp4")
        rig.player.play()
        await rig.run(for: 10) { rig.creatives.contains { $0.commands.contains(.start) } }
        let creative = try #require(rig.creatives.first { $0.commands.contains(.start) })
        creative.report(.metadata(TimedMetadata(kind: .id3, start: 0, end: 0, fields: [:]), .entered))
        await rig.run(for: 2)
        #expect(rig.rig.trace.all(AdMetaEvent.self).map { $0.metadata["metadataType"] } == ["media"])
    }

    @Test("There are at least thirty scenes, with unique names")
    func names() { #expect(AdScene.all.count >= 30 && Set(AdScene.all.map(\.name)).count == AdScene.all.count) }

    /// Checks what is true of every scene, whatever its recorded trace is.
    private func checkOrder(_ rig: AdRig, _ scene: AdScene) {
        var place: Double?
        var isShown = false
        for event in rig.rig.trace.events {
            switch event.name {
            case .onAdBreakStart:
                #expect(place == nil, "\(scene.name)")
                place = event.context.position
            case .onAdBreakEnd:
                #expect(place != nil && !isShown, "\(scene.name)")
                place = nil
            case .onAdRequest: #expect(place != nil && !isShown, "\(scene.name)")
            case .onAdImpression:
                #expect(place != nil && !isShown, "\(scene.name)")
                isShown = true
            case .onAdPlay, .onAdPause, .onAdTime, .onAdClick, .onAdCompanions, .onAdMeta: #expect(isShown, "\(scene.name)")
            case .onAdComplete, .onAdSkipped:
                #expect(isShown, "\(scene.name)")
                isShown = false
            case .onAdError: isShown = false
            case .onTime, .onPlay, .onFirstFrame: #expect(place == nil, "\(scene.name): the content plays in a break")
            case .onIdle, .onError: (place, isShown) = (nil, false)
            default: break
            }
            // In DVR, positions are relative to a moving edge.
            if let place, scene.window == nil, event.context.item != nil, event.context.state != .stopping {
                #expect(event.context.position == place, "\(scene.name): the content moves in a break")
            }
        }
        let items = Set(rig.rig.trace.all(PlaylistItemEvent.self).map { $0.index })
        #expect(rig.engines(of: "media.example.com").count == items.count, "\(scene.name)")
        #expect(rig.creatives.allSatisfy { $0.isClosed }, "\(scene.name): an ad is left open")
        #expect(rig.player.advertisement == nil && !rig.player.isInAdBreak, "\(scene.name)")
    }

    @Test("A live stream as an ad is played from its live position, for the declared duration")
    func liveMedia() async throws {
        var scene = AdScene("live-media")
        scene.advertising.tags = [AdScene.tag]
        scene.answers[AdScene.tag] = .document(AdTexts.vast(AdTexts.ad("one")))
        scene.media["one"] = EngineScript(media: .scriptedLive(window: 60))
        let rig = await AdRig.play(scene)
        let times = rig.rig.trace.all(AdTimeEvent.self)
        let last = try #require(times.last)
        #expect(times[0].position < 0.3 && last.position >= 4 && last.position < 4.2 && last.duration == 4)
        #expect(rig.server.calls.last?.path == "one/complete" && rig.rig.trace.contains(.onPlaylistComplete))
    }

    @Test("An hour of content with twelve breaks, every second one broken and all trackers unresponsive, is played to its end")
    func hour() async {
        var scene = AdScene("hour")
        // Runs without `--long` use a twentieth of the duration, with the breaks correspondingly closer.
        let scale = TestScale.pick(long: 1.0, short: 0.05)
        scene.duration = 3600 * scale
        scene.rest = 4500
        scene.trackers = .silence
        let broken: [AdServer.Answer] = [.silence, .status(500), .document(""), .document("<VAST version=\"9\"/>"), .document("{}")]
        for index in 0..<12 {
            let url = "https://ads.example/\(index)"
            scene.answers[url] =
                index.isMultiple(of: 2) ? broken[index / 2 % broken.count] : .document(AdTexts.vast(AdTexts.ad("ad\(index)")))
            let offset = AdBreakOffset.midRoll(.seconds((Double(index) * 290 + 60) * scale))
            scene.advertising.schedule.append(AdBreak(id: "\(index)", offset: offset, source: .tags([url])))
        }
        let rig = await AdRig.play(scene)
        #expect(rig.rig.trace.contains(.onPlaylistComplete))
        for (name, count) in [(EventName.onAdBreakStart, 12), (.onAdBreakEnd, 12), (.onAdComplete, 6), (.onComplete, 1)] {
            #expect(rig.rig.trace.names.count { $0 == name } == count, "\(name)")
        }
        #expect(rig.rig.trace.names.count { $0 == .onAdError } >= 6)
    }

    @Test("A tracker whose server fails temporarily is called again, with increasing delays")
    func retries() async {
        var scene = AdScene("retries")
        scene.advertising.tags = [AdScene.tag]
        scene.answers[AdScene.tag] = .document(AdTexts.vast(AdTexts.ad("one")))
        scene.trackers = .status(503)
        let rig = await AdRig.play(scene)
        let times = rig.server.calls.filter { $0.path == "one/impression" }.map { ($0.time * 100).rounded() / 100 }
        #expect(times == [0.25, 1.25, 6.25])
    }

    @Test("After a release inside any event of an ad, only the end of the playback is reported")
    func release() async {
        var scene = AdScene("release")
        scene.advertising.tags = [AdScene.tag]
        scene.answers[AdScene.tag] = .document(AdTexts.vast(AdTexts.ad("one", extra: AdTexts.companion)))
        let names: [EventName] = [
            .onAdBreakStart, .onAdRequest, .onAdImpression, .onAdCompanions, .onAdPlay, .onAdMeta, .onAdTime, .onAdComplete,
            .onAdBreakEnd,
        ]
        for name in names {
            let rig = AdRig(scene)
            let token = rig.player.onEvent { if $0.name == name { rig.player.release() } }
            rig.rig.load("content.mp4")
            rig.player.play()
            await rig.run(for: 10)
            let events = rig.rig.trace.names
            let rest = events.suffix(from: (events.firstIndex(of: name) ?? -1) + 1)
            #expect(events.contains(name) && Array(rest) == [.onStateChange, .onStateChange, .onIdle], "\(name): \(rest)")
            #expect(rig.player.advertisement == nil && !rig.player.isInAdBreak && rig.player.state == .idle)
            #expect(rig.rig.stage.engines.allSatisfy { $0.isClosed })
            token.invalidate()
        }
    }

    @Test("The readable properties of the ad follow its events")
    func facts() async throws {
        var scene = AdScene("facts")
        scene.advertising.tags = [AdScene.tag]
        scene.advertising.skipOffset = .seconds(2)
        scene.answers[AdScene.tag] = .document(AdTexts.vast(AdTexts.ad("first", sequence: 1), AdTexts.ad("second", sequence: 2)))
        let rig = AdRig(scene)
        var seen: [String] = []
        let token = rig.player.onEvent { event in
            guard event.name.rawValue.hasPrefix("onAd"), event.name != .onAdTime else { return }
            let ad = rig.player.advertisement
            seen.append("\(event.name) \(rig.player.isInAdBreak) \(ad?.impression.adTitle ?? "-") \(ad?.isPaused ?? false)")
        }
        rig.rig.load("content.mp4")
        rig.player.play()
        #expect(rig.player.adMarks.isEmpty)
        await rig.run(for: 1.5)
        let ad = try #require(rig.player.advertisement)
        #expect(ad.position > 1 && ad.duration == 4 && ad.sequence == 1 && ad.podCount == 2 && ad.skipOffset == 2 && !ad.canBeSkipped)
        #expect(rig.player.timeControlStatus == .waitingToPlayAtSpecifiedRate && rig.player.reasonForWaitingToPlay == .advertisement)
        rig.player.pause()
        #expect(rig.player.advertisement?.isPaused == true && !rig.player.intendsToPlay)
        #expect(rig.player.timeControlStatus == .paused && rig.player.reasonForWaitingToPlay == nil)
        rig.player.play()
        await rig.run(for: 1)
        #expect(rig.player.advertisement?.canBeSkipped == true)
        rig.player.skipAd()
        await rig.run(for: 1)
        #expect(rig.player.advertisement?.impression.adTitle == "second" && rig.player.advertisement?.sequence == 2)
        await rig.run(for: 4)
        #expect(rig.player.advertisement == nil && !rig.player.isInAdBreak && rig.player.state == .playing)
        #expect(seen.first { $0.hasPrefix("onAdPause") } == "onAdPause true first true")
        #expect(seen.last == "onAdBreakEnd false - false")
        token.invalidate()
    }

    @Test("A mid-roll is loaded ten seconds before its position, and starts without waiting")
    func ahead() async throws {
        var scene = AdScene("ahead")
        scene.duration = 30
        scene.answers[AdScene.tag] = .document(AdTexts.vast(AdTexts.ad("one")))
        scene.advertising.schedule = [AdBreak(id: "mid", offset: .midRoll(.seconds(20)), source: .tags([AdScene.tag]))]
        let rig = AdRig(scene)
        rig.rig.load("content.mp4")
        rig.player.play()
        await rig.run(for: 5)
        #expect(rig.creatives.isEmpty && rig.player.adMarks == [20])
        await rig.run(for: 8)
        #expect(rig.creatives.count == 1 && !rig.rig.trace.contains(.onAdRequest))
        await rig.run(for: 12)
        let start = try #require(rig.rig.trace.all(AdBreakStartEvent.self).first?.context.monotonicTime)
        let shown = try #require(rig.rig.trace.all(AdImpressionEvent.self).first?.context.monotonicTime)
        #expect(shown - start <= 0.1 && rig.player.adMarks.isEmpty)
    }

    @Test("The integrated timeline has an interstitial that occupies a range; a seek into it plays it, also backwards")
    func integratedTimeline() async throws {
        var scene = AdScene("integrated")
        scene.duration = 20
        var range = PlaylistDateRanges.Range(
            id: "i", rangeClass: "com.apple.hls.interstitial", start: 5, startDate: 1_700_000_005,
            attributes: [
                "X-ASSET-URI": "one.mp4", "X-RESUME-OFFSET": "0", "X-TIMELINE-OCCUPIES": "RANGE", "X-TIMELINE-STYLE": "PRIMARY",
            ])
        range.duration = 4
        scene.ranges = [range]
        let rig = AdRig(scene)
        #expect(rig.player.integratedTimeline == nil)
        rig.rig.load("content.mp4")
        rig.player.play()
        await rig.run(for: 2)
        let before = try #require(rig.player.integratedTimeline)
        #expect(before.segments.map { $0.adBreak?.id } == [nil, "i", nil] && before.duration == 24 && before.currentIndex == 0)
        #expect(abs(before.position - rig.player.position) < 0.1 && rig.player.adMarks.isEmpty)
        await rig.run(for: 5)
        let during = try #require(rig.player.integratedTimeline)
        #expect(during.currentIndex == 1 && during.position > 5 && during.position < 9 && rig.player.isInAdBreak)
        let shown = try #require(rig.player.advertisement)
        #expect(abs(during.position - 5 - shown.position) < 0.2)
        await rig.run(for: 5)
        let after = try #require(rig.player.integratedTimeline)
        #expect(after.currentIndex == 2 && abs(after.position - rig.player.position - 4) < 0.1 && !rig.player.isInAdBreak)
        rig.player.seek(toIntegratedTime: 22)
        await rig.run(for: 0.2)
        // The seek passes the position of no break.
        #expect(!rig.player.isInAdBreak && rig.player.position >= 18)
        rig.player.seek(toIntegratedTime: 7)
        await rig.run(for: 1)
        #expect(rig.player.isInAdBreak && rig.player.integratedTimeline?.currentIndex == 1)
        await rig.run(for: 5)
        #expect(!rig.player.isInAdBreak && rig.player.position > 5 && rig.player.position < 8)
    }

    private func range(_ id: String, at start: Double, _ attributes: [String: String]) -> PlaylistDateRanges.Range {
        PlaylistDateRanges.Range(
            id: id, rangeClass: "com.apple.hls.interstitial", start: start, startDate: 1_700_000_000 + start,
            attributes: attributes.merging(["X-ASSET-URI": "one.mp4"]) { own, _ in own })
    }

    /// Plays content of 20 s with interstitials for some time, and returns the rig.
    private func play(_ ranges: [PlaylistDateRanges.Range], for time: Double) async -> AdRig {
        var scene = AdScene("interstitials")
        scene.duration = 20
        scene.ranges = ranges
        let rig = AdRig(scene)
        rig.rig.load("content.mp4")
        rig.player.play()
        await rig.run(for: time)
        return rig
    }

    private func breaks(_ rig: AdRig) -> Int { rig.rig.trace.all(AdBreakStartEvent.self).count }

    @Test("An interstitial where the previous one resumes is shown, also by a fraction of a second earlier")
    func adjacent() async {
        let offset = ["X-RESUME-OFFSET": "2.05"]
        let rig = await play([range("a", at: 2, offset), range("b", at: 4, offset), range("c", at: 6, offset)], for: 16)
        #expect(breaks(rig) == 3 && !rig.player.isInAdBreak && rig.player.position > 8.05)
        #expect(rig.rig.trace.all(SeekEvent.self).map(\.offset) == [8.05])
    }

    @Test("Several interstitials at one position last together")
    func coincident() async {
        let rig = await play([range("a", at: 2, [:]), range("b", at: 2, [:])], for: 12)
        let offset = rig.rig.trace.all(SeekEvent.self).first?.offset ?? 0
        #expect(breaks(rig) == 2 && abs(offset - 10) < 0.5, "\(offset)")
    }

    @Test("An interstitial that would resume at a segment before its own place is not repeated")
    func snapping() async {
        let rig = await play([range("a", at: 2.3, ["X-RESUME-OFFSET": "0.1", "X-SNAP": "IN"])], for: 16)
        #expect(breaks(rig) == 1 && rig.player.position > 5)
    }

    @Test("An interstitial that begins by a seek resumes where it says, also at the end of the content")
    func seekToOffset() async {
        let rig = await play([range("a", at: 8, ["X-RESUME-OFFSET": "5"])], for: 1)
        rig.player.seek(to: 8)
        await rig.run(for: 5)
        #expect(rig.rig.trace.all(SeekEvent.self).map(\.offset) == [13] && rig.player.position >= 13)
        await rig.run(for: 10)
        #expect(rig.player.state == .ended)
        rig.player.seek(to: 8)
        await rig.run(for: 1)
        #expect(breaks(rig) == 2 && rig.player.isInAdBreak && rig.player.advertisement != nil)
        await rig.run(for: 5)
        #expect(rig.rig.trace.all(SeekEvent.self).last?.offset == 13)
    }

    @Test("A seek into content that an interstitial replaces begins with it, and ends where it resumes")
    func seekIntoReplaced() async {
        let rig = await play([range("a", at: 8, ["X-RESUME-OFFSET": "5"])], for: 1)
        rig.player.seek(to: 10)
        await rig.run(for: 5)
        #expect(breaks(rig) == 1 && rig.rig.trace.all(SeekEvent.self).map(\.offset) == [13] && rig.player.position >= 13)
    }

    @Test("The pause of an ad outlasts a change of the item")
    func pausedNext() async {
        var scene = AdScene("paused")
        scene.items = ["a.mp4", "b.mp4"]
        scene.advertising.tags = [AdScene.tag]
        scene.answers[AdScene.tag] = .document(AdTexts.vast(AdTexts.ad("one")))
        let rig = AdRig(scene)
        rig.rig.load("a.mp4", "b.mp4")
        rig.player.play()
        await rig.run(for: 1)
        rig.player.pause()
        let before = rig.rig.trace.events.count
        rig.player.selectItem(9)
        #expect(rig.rig.trace.names.dropFirst(before) == [.onWarning] && rig.player.advertisement?.isPaused == true)
        rig.player.next()
        await rig.run(for: 1)
        #expect(!rig.player.intendsToPlay && rig.player.currentIndex == 1 && rig.player.state == .ready)
        #expect(rig.rig.trace.names.dropFirst(before + 1).first == .onStateChange && !rig.rig.trace.contains(.onPause))
    }
}
