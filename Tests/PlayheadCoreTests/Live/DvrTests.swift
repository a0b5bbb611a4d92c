import PlayheadCore
import Testing

/// EVENTS, Live and DVR: DVR has a negative duration (the window) and a position of 0 or less, from the live end.
@Suite struct DvrTests {
    @Test(
        "A stream is DVR with a window of two minutes, or if the app requests it",
        arguments: [
            (119.0, PlaybackOptions(), false, Timeline.Kind.live), (120, PlaybackOptions(), false, .dvr),
            (20, PlaybackOptions(), true, .dvr),
            (20, PlaybackOptions(isDVR: true), false, .dvr), (20, PlaybackOptions(minDvrWindow: 0), false, .dvr),
            (300, PlaybackOptions(minDvrWindow: 600), false, .live),
        ])
    func kind(window: Double, options: PlaybackOptions, isMarked: Bool, expected: Timeline.Kind) throws {
        var media = MediaDescription.live
        media.window = LiveWindow(seekable: TimeRange(start: 0, end: window - 10), edge: window, targetLatency: 10, measuredAt: 0)
        var rig = MachineRig(options)
        rig.send(.load(items: [ItemDescription(url: "https://example.com/live", isDVR: isMarked)], index: 0))
        rig.report(.opened(media))
        #expect(rig.machine.timeline.kind == expected)
        let meta = try #require(rig.events.compactMap { $0 as? MetaEvent }.first?.metaData)
        #expect(meta["timeline"] == .string(expected.rawValue))
        #expect(rig.machine.duration == (expected == .dvr ? 10 - window : .infinity))
    }

    @Test("At the live end the position is 0; while paused it decreases, without onTime")
    func positions() {
        var rig = MachineRig.playing(live: .dvr)
        rig.pass(1, .long)
        #expect(rig.emitted == ["onTime 0.0 of -590.0"])
        rig.send(.pause(.external))
        rig.report(.paused(position: 591))
        rig.clear()
        rig.pass(30, .long)
        #expect(rig.emitted == [] && rig.machine.position == -30)
        // Without updates it advances with the clock.
        #expect(rig.machine.timeline.standing(until: 41).position == -40)
        #expect(rig.machine.timeline.seekableRange == TimeRange(start: -590, end: 0))
    }

    @Test("After a slow opening the position is that from which the engine starts, behind the live end")
    func slowOpening() {
        var rig = MachineRig()
        rig.send(.load(items: [.sample], index: 0))
        rig.now = 5
        rig.report(.opened(.dvr))
        #expect(rig.machine.position == -5)
        rig.now = 6
        rig.send(.play(.external))
        rig.report(.started(position: 590), .firstFrame, .progress(position: 590.5))
        #expect(rig.emitted.contains("onTime -5.5 of -590.0") && rig.machine.position == -5.5)
    }

    @Test("A playhead that is ahead of the live end is at it")
    func ahead() {
        var rig = MachineRig.playing(live: .dvr)
        rig.report(.progress(position: 592))
        #expect(rig.emitted == ["onTime 0.0 of -590.0"])
    }

    @Test("Negative targets are relative to the live end; 0 and above mean the live end")
    func seeking() {
        var rig = MachineRig.playing(live: .dvr)
        rig.now = 3
        rig.send(.seek(id: 1, target: -30, precision: .exact))
        // The live end is at 593 by now.
        #expect(rig.log.first == "onSeek -30.0 from -3.0")
        #expect(rig.log.last == "engine seek(id: 1, target: 563.0, precision: PlayheadCore.SeekPrecision.exact)")
        rig.report(.seeked(id: 1, position: 563))
        #expect(rig.emitted.suffix(3) == ["onSeeked -30.0", "onTime -30.0 of -590.0", "seek 1 finished"])
        for target: Double in [0, 50, .infinity] {
            rig.clear()
            rig.send(.seek(id: 2, target: target, precision: .exact))
            #expect(rig.emitted.contains { $0.hasPrefix("onSeek 0.0 from") })
            #expect(rig.log.last == "engine seek(id: 2, target: inf, precision: PlayheadCore.SeekPrecision.exact)")
        }
    }

    @Test("A target before the window seeks to its start", arguments: [-600, -Double.infinity])
    func beyond(target: Double) {
        var rig = MachineRig.playing(live: .dvr)
        rig.send(.seek(id: 1, target: target, precision: .exact))
        #expect(rig.log.first == "onSeek -590.0 from 0.0")
        #expect(rig.log.last == "engine seek(id: 1, target: 0.0, precision: PlayheadCore.SeekPrecision.exact)")
    }

    @Test("A seek before opening is emitted as requested, and relative to the live end once open")
    func kept() {
        var rig = MachineRig()
        rig.send(.load(items: [.sample], index: 0), .seek(id: 1, target: -90, precision: .exact))
        #expect(rig.emitted.last == "onSeek -90.0 from 0.0")
        rig.report(.opened(.dvr), .seeked(id: 1, position: 500))
        #expect(rig.log.contains("engine seek(id: 1, target: 500.0, precision: PlayheadCore.SeekPrecision.exact)"))
        #expect(rig.emitted.contains("onSeeked -90.0"))
    }

    @Test("previous() at the first item seeks to the start of the window")
    func previous() {
        var rig = MachineRig.playing(live: .dvr)
        rig.send(.previous)
        #expect(rig.log.first == "onSeek -590.0 from 0.0")
    }

    @Test("A live stream becomes DVR once its window has grown, emits it, and stays DVR")
    func growth() throws {
        var rig = MachineRig.playing(live: .live)
        var grown = LiveWindow(seekable: TimeRange(start: 0, end: 110), edge: 120, targetLatency: 10, measuredAt: 60)
        rig.now = 60
        rig.report(.window(grown))
        #expect(rig.emitted == ["onMeta"] && rig.machine.timeline.kind == .dvr)
        let meta = try #require(rig.events.compactMap { $0 as? MetaEvent }.first?.metaData)
        #expect(meta["timeline"] == "dvr" && meta["duration"] == -110.0 && meta["seekRange"] == .object(["start": -110.0, "end": 0.0]))
        rig.clear()
        grown.seekable.start = 80
        rig.report(.window(grown))
        #expect(rig.emitted == [] && rig.machine.timeline.kind == .dvr && rig.machine.duration == -30)
    }
}
