import Foundation
import PlayheadTestKit
import Testing

@testable import Playhead

/// EVENTS, Live and DVR, as seen by the app.
@Suite("Live and DVR")
@MainActor
struct LiveTests {
    private func playing(
        _ script: EngineScript, _ name: String = "live.m3u8", configure: (inout PlayerConfiguration) -> Void = { _ in }
    ) async -> ScriptedRig {
        let rig = ScriptedRig(script, configure: configure)
        rig.load(name)
        rig.player.play()
        await rig.run(until: .playing)
        return rig
    }

    private func live(window: Double) -> EngineScript { EngineScript(media: .scriptedLive(window: window)) }

    @Test("Live: infinite duration, a position from the start of playback, and no onBufferChange")
    func live() async {
        let rig = await playing(live(window: 60))
        await rig.run(for: 5)
        #expect(rig.player.timeline.kind == .live && rig.player.duration == .infinity)
        #expect(rig.player.currentItem?.duration == .infinity)
        let times = rig.trace.all(TimeEvent.self)
        #expect(times.count > 40 && times.allSatisfy { $0.duration == .infinity })
        #expect(abs((times.first?.position ?? 0) - 0.1) < 0.001 && abs((times.last?.position ?? 0) - 5) < 0.2)
        #expect(zip(times, times.dropFirst()).allSatisfy { abs($1.position - $0.position - 0.1) < 0.001 })
        #expect(!rig.trace.contains(.onBufferChange))
        OrderRules.check(rig.trace.events)
    }

    @Test("DVR: the window as negative duration, and a position of 0 or less that falls while paused")
    func dvr() async {
        let rig = await playing(live(window: 300))
        await rig.run(for: 2)
        #expect(rig.player.timeline.kind == .dvr && rig.player.duration == -290)
        #expect(rig.trace.all(TimeEvent.self).allSatisfy { $0.position <= 0 && $0.position > -1 && $0.duration == -290 })
        #expect(rig.player.timeline.isAtLiveEdge)
        rig.player.pause()
        await rig.run(until: .paused)
        let (before, count) = (rig.player.position, rig.trace.all(TimeEvent.self).count)
        await rig.run(for: 32)
        #expect(abs(rig.player.position - (before - 32)) < 0.001)
        #expect(!rig.player.timeline.isAtLiveEdge && abs((rig.player.timeline.latency ?? 0) - 42) < 1)
        #expect(rig.trace.all(TimeEvent.self).count == count)
        rig.player.play()
        await rig.run(for: 1)
        #expect(abs(rig.player.position + 32) < 1)
    }

    @Test("Observers receive the live offset while DVR is paused, once a second, without an event")
    func observedWhilePaused() async {
        let rig = await playing(live(window: 300))
        await rig.run(for: 1)
        rig.player.pause()
        await rig.run(until: .paused)
        var (positions, behind): ([Double], [Double]) = ([], [])
        let tokens = [
            rig.player.observe(\.position, options: [.new]) { _, change in positions.append(change.newValue ?? .nan) },
            rig.player.observe(\.timeline, options: [.new]) { _, change in behind.append(change.newValue?.behindLive ?? .nan) },
        ]
        let count = rig.trace.events.count
        for second in 1...5 {
            rig.stage.clock.advance(by: 1)
            await rig.wait { behind.count >= second }
        }
        #expect(zip(positions, positions.dropFirst()).allSatisfy { abs($0 - $1 - 1) < 0.1 } && positions.count == 5)
        #expect(zip(behind, behind.dropFirst()).allSatisfy { abs($1 - $0 - 1) < 0.1 } && behind.count == 5)
        #expect(rig.trace.events.count == count)
        rig.player.play()
        await rig.run(until: .playing)
        #expect(abs(rig.player.position + 5) < 1.5)
        for token in tokens { token.invalidate() }
    }

    @Test("A seek below 0 is relative to the live edge, and returning to the edge is a command")
    func seeking() async {
        let rig = await playing(live(window: 300))
        await rig.run(for: 1)
        #expect(await withSeek(rig, to: -30))
        #expect(rig.trace.all(SeekEvent.self).last?.offset == -30)
        #expect(abs((rig.trace.all(SeekedEvent.self).last?.position ?? 0) + 30) < 0.2)
        await rig.run(for: 3)
        #expect(abs(rig.player.position + 30) < 0.3)
        rig.player.seekToLive()
        await rig.run(for: 1)
        #expect(rig.player.position > -0.3)
        #expect(rig.trace.all(SeekEvent.self).last?.offset == 0)
        OrderRules.check(rig.trace.events)
    }

    private func withSeek(_ rig: ScriptedRig, to position: Double) async -> Bool {
        let seek = Task { await rig.player.seekAndWait(to: position) }
        await rig.wait { rig.player.machine.seekTarget != nil }
        await rig.run(for: 0.5)
        return await seek.value
    }

    @Test("The wall-clock time at the playhead, and seeks by date")
    func dates() async {
        var script = live(window: 300)
        script.dates = DateMap([.init(time: 0, date: 1_700_000_000)])
        let rig = await playing(script)
        #expect(abs((rig.player.date?.timeIntervalSince1970 ?? 0) - 1_700_000_290) < 1)
        let date = Date(timeIntervalSince1970: 1_700_000_200)
        #expect(abs((rig.player.position(of: date) ?? 0) + 90) < 1)
        #expect(rig.player.seek(to: date))
        await rig.run(for: 0.1)
        #expect(abs((rig.player.date?.timeIntervalSince1970 ?? 0) - 1_700_000_200) < 0.2)
        let onDemand = ScriptedRig()
        onDemand.load("a")
        await onDemand.run(for: 1)
        #expect(onDemand.player.date == nil && !onDemand.player.seek(to: date))
    }

    @Test("Live continues at the edge after a long pause, reported as a start and not as a seek")
    func resume() async {
        let rig = await playing(live(window: 60))
        await rig.run(for: 1)
        rig.player.pause()
        await rig.run(for: 40)
        _ = rig.trace.newNames()
        rig.player.play()
        await rig.run(for: 1)
        let names = rig.trace.newNames()
        #expect(!names.contains(.onSeek) && !names.contains(.onSeeked) && names.contains(.onPlay))
        #expect(rig.trace.all(StateChangeEvent.self).contains { $0.newState == .play && $0.reason == .liveEdge })
        #expect(rig.player.timeline.isAtLiveEdge && rig.player.position > 40)
        OrderRules.check(rig.trace.events)
    }

    @Test("An event that ends becomes on-demand, and plays to its end")
    func eventEnd() async {
        var script = live(window: 60)
        script.windowGrows = true
        script.eventEnd = 5
        let rig = await playing(script)
        await rig.run(for: 30)
        #expect(rig.player.state == .ended && rig.player.timeline.kind == .onDemand)
        #expect(rig.player.duration == 65 && rig.player.position == 65)
        let kinds = rig.trace.all(MetaEvent.self).compactMap { $0.metaData["timeline"] }
        #expect(kinds == ["live", "onDemand"])
        #expect(rig.player.media?.duration == 65 && rig.player.media?.seekableRange == TimeRange(start: 0, end: 65))
        OrderRules.check(rig.trace.events)
    }

    @Test("The next playback starts with new values")
    func next() async {
        let rig = await playing(live(window: 300))
        rig.stage.script = EngineScript()
        rig.load("b.mp4")
        await rig.run(until: .playing)
        #expect(rig.player.timeline.kind == .onDemand && rig.player.duration == 10 && rig.player.position >= 0)
        rig.player.release()
        #expect(rig.player.timeline.kind == .onDemand && rig.player.timeline.seekableRange.isEmpty && rig.player.position == 0)
    }

    @Test("The mark ?DVR selects DVR and is neither requested nor part of the URL")
    func mark() async {
        let rig = await playing(live(window: 20), "live.m3u8?token=a&DVR")
        #expect(rig.player.timeline.kind == .dvr)
        #expect(rig.engine?.url == ScriptedRig.url("live.m3u8?token=a"))
        #expect(rig.player.currentItem?.url == ScriptedRig.url("live.m3u8?token=a&DVR"))
        let said = await playing(live(window: 20)) { $0.live.isDVR = true }
        #expect(said.player.timeline.kind == .dvr)
        let smaller = await playing(live(window: 20)) { $0.live.minimumDVRWindow = 20 }
        #expect(smaller.player.timeline.kind == .dvr)
    }

    @Test(
        "The position of the mark in a URL",
        arguments: [
            ("https://a/x.m3u8?DVR", "https://a/x.m3u8", true), ("https://a/x?DVR&b=1", "https://a/x?b=1", true),
            ("https://a/x?b=1&DVR&c", "https://a/x?b=1&c", true), ("https://a/x?DVR#t=1", "https://a/x#t=1", true),
            ("https://a/x?dvr", "https://a/x?dvr", false), ("https://a/x?DVR=1", "https://a/x?DVR=1", false),
            ("https://a/x#?DVR", "https://a/x#?DVR", false), ("https://a/DVR", "https://a/DVR", false),
            ("https://a/x?", "https://a/x?", false), ("https://a/x?b=%20&&DVR", "https://a/x?b=%20&", true),
        ])
    func marks(given: String, fetched: String, isDVR: Bool) throws {
        let item = PlayerItem(url: try #require(URL(string: given)))
        #expect(item.asset.fetchURL.absoluteString == fetched && item.isDVR == isDVR && item.itemDescription.isDVR == isDVR)
    }
}
