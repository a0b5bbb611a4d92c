import Foundation
import PlayheadCore
import Testing

/// EVENTS, Live and DVR: live has infinite duration and a position since the start.
@Suite struct LiveTests {
    @Test("Positions are relative to the start of the playback, and there is no duration")
    func positions() {
        var rig = MachineRig.playing(live: .live)
        #expect(rig.machine.timeline.kind == .live && rig.machine.duration == .infinity && rig.machine.position == 0)
        rig.pass(1, .sample)
        rig.pass(1, .sample)
        #expect(rig.emitted == ["onTime 1.0 of inf", "onTime 2.0 of inf"])
        #expect(rig.machine.timeline.seekableRange == TimeRange(start: -48, end: 2))
    }

    @Test("The origin is the first position that the engine reports, not the expected one")
    func origin() {
        var rig = MachineRig()
        rig.send(.load(items: [.sample], index: 0))
        rig.report(.opened(.live))
        #expect(rig.machine.position == 0)
        rig.send(.play(.external))
        rig.report(.started(position: 43), .firstFrame, .progress(position: 44))
        #expect(rig.emitted.last == "onTime 1.0 of inf")
    }

    @Test("Times before the start are relative to where the engine will start, however long the opening took")
    func slowOpening() {
        var rig = MachineRig()
        rig.send(.load(items: [.sample], index: 0))
        rig.now = 5
        rig.report(.opened(.live))
        #expect(rig.machine.position == 0 && rig.machine.timeline.position(at: 50) == 0)
    }

    @Test("Loaded ranges are not emitted, but can be read")
    func buffered() {
        var rig = MachineRig.playing(live: .live)
        rig.report(.buffered([TimeRange(start: 50, end: 56)]))
        #expect(rig.emitted == [])
        #expect(rig.machine.bufferedRanges == [TimeRange(start: 0, end: 6)])
    }

    @Test("A seek is limited to the window, in positions of the stream")
    func seeking() {
        var rig = MachineRig.playing(live: .live)
        rig.send(.seek(id: 1, target: -20, precision: .exact))
        #expect(rig.log.first == "onSeek -20.0 from 0.0")
        #expect(rig.log.last == "engine seek(id: 1, target: 30.0, precision: PlayheadCore.SeekPrecision.exact)")
        rig.report(.seeked(id: 1, position: 30))
        #expect(rig.emitted.contains("onSeeked -20.0"))
        rig.clear()
        rig.send(.seek(id: 2, target: -400, precision: .exact))
        #expect(rig.log.first == "onSeek -50.0 from -20.0")
        rig.clear()
        rig.send(.seek(id: 3, target: 400, precision: .exact))
        #expect(rig.emitted.contains("onSeek 0.0 from -20.0"))
        #expect(rig.log.last == "engine seek(id: 3, target: inf, precision: PlayheadCore.SeekPrecision.exact)")
    }

    @Test("A command and a seek to infinity reach the live edge", arguments: [.seekToLiveEdge(id: 2), .infinity] as [MachineInput])
    func edge(command: MachineInput) {
        var rig = MachineRig.playing(live: .live)
        rig.send(.seek(id: 1, target: -20, precision: .exact))
        rig.report(.seeked(id: 1, position: 30))
        rig.clear()
        rig.now = 4
        rig.send(command)
        #expect(rig.log.first == "onSeek 4.0 from -20.0")
        #expect(rig.log.last == "engine seek(id: 2, target: inf, precision: PlayheadCore.SeekPrecision.exact)")
        rig.report(.seeked(id: 2, position: 54))
        #expect(rig.emitted.suffix(3) == ["onSeeked 4.0", "onTime 4.0 of inf", "seek 2 finished"])
    }

    @Test("There is no live edge on demand, before opening, and in a stream without a window")
    func noEdge() {
        var onDemand = MachineRig.playing()
        onDemand.send(.seekToLiveEdge(id: 1))
        #expect(onDemand.log == ["onWarning 320642", "seek 1 interrupted"])
        var opening = MachineRig()
        opening.send(.load(items: [.sample], index: 0))
        opening.clear()
        opening.send(.seekToLiveEdge(id: 1))
        #expect(opening.log == ["onWarning 320642", "seek 1 interrupted"])
        var endless = MachineRig.playing(live: .endless)
        #expect(endless.machine.timeline.kind == .live)
        endless.send(.seek(id: 1, target: .infinity, precision: .exact))
        #expect(endless.log == ["onWarning 320643", "seek 1 interrupted"])
    }

    @Test("Latency, edge and isAtLiveEdge follow the window")
    func latency() throws {
        var rig = MachineRig.playing(live: .live)
        #expect(rig.machine.timeline.latency == 10 && rig.machine.timeline.liveEdge == 10 && rig.machine.timeline.isAtLiveEdge)
        rig.send(.pause(.external))
        rig.report(.paused(position: 50))
        rig.pass(8, .sample)
        #expect(rig.machine.timeline.latency == 18 && rig.machine.timeline.behindLive == 8 && !rig.machine.timeline.isAtLiveEdge)
        let later = rig.machine.timeline.standing(until: 20)
        #expect(later.behindLive == 20 && later.position == 0)
    }

    @Test("Dates that arrive before the stream is open apply")
    func earlyDates() {
        var rig = MachineRig()
        rig.send(.load(items: [.sample], index: 0))
        rig.report(.dates(DateMap([.init(time: 10, date: 1_000_000)])), .opened(.live))
        rig.send(.play(.external))
        rig.report(.started(position: 43))
        #expect(rig.machine.timeline.wallClock == 1_000_033)
    }

    @Test("Wall clock and positions convert in both directions")
    func dates() {
        var rig = MachineRig.playing(live: .live)
        #expect(rig.machine.timeline.wallClock == nil && rig.machine.timeline.position(ofWallClock: 1_000_030) == nil)
        rig.report(.dates(DateMap([.init(time: 10, date: 1_000_000)])))
        #expect(rig.machine.timeline.wallClock == 1_000_040)
        #expect(rig.machine.timeline.position(ofWallClock: 1_000_030) == -10)
        rig.pass(5, .sample)
        #expect(rig.machine.timeline.wallClock == 1_000_045)
    }

    @Test("An event that ends becomes on-demand: emitted once, with its duration")
    func end() throws {
        var rig = MachineRig.playing(live: .live)
        rig.pass(5, .sample)
        rig.clear()
        rig.report(.window(nil))
        #expect(rig.emitted == [] && rig.machine.timeline.kind == .live)
        rig.report(.durationChanged(70), .progress(position: 56))
        #expect(rig.emitted == ["onMeta", "onTime 56.0 of 70.0"])
        let media = try #require(rig.events.compactMap { $0 as? MetaEvent }.first?.metaData)
        #expect(media["duration"] == 70.0 && media["timeline"] == "onDemand" && media["seekRange"] == .object(["start": 5.0, "end": 70.0]))
        rig.clear()
        rig.report(.window(.long), .ended(duration: 70))
        #expect(rig.machine.timeline.kind == .onDemand)
        #expect(rig.emitted.first == "onTime 70.0 of 70.0" && rig.machine.state == .ended)
    }

    @Test("An end without a window report ends a live stream, at its duration or at the playhead", arguments: [60.0, .nan])
    func suddenEnd(duration: Double) {
        var rig = MachineRig.playing(live: .dvr)
        rig.report(.progress(position: 60), .ended(duration: duration))
        #expect(rig.machine.timeline.kind == .onDemand && rig.machine.state == .ended)
        #expect(rig.machine.position == 60 && rig.machine.duration == 60)
    }

    @Test("Invalid windows, and windows of on-demand streams, change nothing")
    func nonsense() {
        var live = MachineRig.playing(live: .live)
        live.report(.window(.nonsense))
        #expect(live.machine.timeline.seekableRange == TimeRange(start: -50, end: 0))
        var onDemand = MachineRig.playing()
        onDemand.report(.window(.long), .window(nil))
        #expect(onDemand.emitted == [] && onDemand.machine.timeline.kind == .onDemand)
    }

    @Test("Dates and times correspond across gaps, repeated dates and jumps backwards; what is encoded are the anchors")
    func dateMap() throws {
        let map = DateMap([.init(time: 0, date: 100), .init(time: 10, date: 150), .init(time: 20, date: 155), .init(time: 30, date: 50)])
        let times: [(date: Double, time: Double)] = [
            (90, -10), (100, 0), (105, 5), (120, 10), (150, 10), (157, 17), (163, 28), (164.5, 29.5), (170, 150),
        ]
        for (date, time) in times { #expect(map.time(of: date) == time, "\(date)") }
        #expect(map.date(at: 5) == 105 && map.date(at: 30) == 50 && DateMap().time(of: 1) == nil)
        #expect(try JSONDecoder().decode(DateMap.self, from: JSONEncoder().encode(map)) == map)
    }
}

extension MachineInput {
    /// A seek to infinity.
    fileprivate static let infinity = MachineInput.seek(id: 2, target: .infinity, precision: .exact)
}
