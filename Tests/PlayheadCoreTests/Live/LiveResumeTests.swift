import PlayheadCore
import Testing

/// The position at which a live stream continues after a pause: a start elsewhere, reported by the reason of the state change and not as a
/// seek.
@Suite struct LiveResumeTests {
    private static let edge = "engine seek(id: -1, target: inf, precision: PlayheadCore.SeekPrecision.exact)"

    /// A rig after a pause of `seconds`.
    private func paused(_ media: MediaDescription, _ window: LiveWindow, for seconds: Double, _ options: PlaybackOptions = .init())
        -> MachineRig
    {
        var rig = MachineRig.playing(live: media, options)
        rig.send(.pause(.external))
        rig.report(.paused(position: window.seekable.end))
        rig.pass(seconds, window)
        rig.clear()
        return rig
    }

    @Test("Live continues at the edge if the playhead is more than 15 s behind")
    func live() {
        var rig = paused(.live, .sample, for: 16)
        rig.send(.play(.external))
        #expect(rig.log == ["→ play", Self.edge, "engine start"])
        #expect((rig.events.first as? StateChangeEvent)?.reason == .liveEdge)
        rig.report(
            .seekLeftBuffer(id: -1), .seeked(id: -1, position: 66), .started(position: 66), .progress(position: 66.1))
        #expect(
            rig.emitted == [
                "→ play", "→ buffering", "onBuffer loading from paused", "→ playing", "onPlay external from buffering",
                "onTime 16.099999999999994 of inf",
            ])
    }

    @Test("Live continues in place if it is less behind, or configured to")
    func inPlace() {
        var rig = paused(.live, .sample, for: 14)
        rig.send(.play(.external))
        #expect(rig.log == ["→ play", "engine start"])
        #expect((rig.events.first as? StateChangeEvent)?.reason == .external)
        var options = PlaybackOptions()
        options.liveResume.live = .inPlace
        var emitted = paused(.live, .sample, for: 40, options)
        emitted.send(.play(.external))
        #expect(emitted.log == ["→ play", "engine start"])
    }

    @Test("After a break content whose place has left the window, or is far behind, continues as after a pause")
    func afterBreak() {
        // The place is in seconds of the playback for live, and relative to the live end in DVR.
        for (media, window, seconds, place, jump) in [
            (MediaDescription.live, LiveWindow.sample, 16.0, 0.0, Self.edge), (.live, .sample, 60, 12, Self.edge),
            (.dvr, .long, 700, -695, "engine seek(id: -1, target: 700.0, precision: PlayheadCore.SeekPrecision.exact)"),
        ] {
            var rig = MachineRig.playing(live: media)
            rig.send(.ads(.hold))
            rig.report(.paused(position: window.seekable.end))
            rig.pass(seconds, window)
            rig.clear()
            rig.send(.ads(.resume(at: place)))
            #expect(rig.log.contains(jump) && !rig.log.contains { $0.hasPrefix("onSeek") }, "\(rig.log)")
        }
        var near = MachineRig.playing(live: .live)
        near.send(.ads(.hold))
        near.report(.paused(position: LiveWindow.sample.seekable.end))
        near.pass(5, .sample)
        near.clear()
        near.send(.ads(.resume(at: 5)))
        #expect(near.log.contains { $0.hasPrefix("onSeek 5") }, "\(near.log)")
    }

    @Test("DVR continues in place, or at the edge if configured to")
    func dvr() {
        var rig = paused(.dvr, .long, for: 300)
        rig.send(.play(.external))
        #expect(rig.log == ["→ play", "engine start"] && rig.machine.position == -300)
        var options = PlaybackOptions()
        options.liveResume.dvr = .liveEdge(ifBehind: 60)
        var emitted = paused(.dvr, .long, for: 61, options)
        emitted.send(.play(.external))
        #expect(emitted.log == ["→ play", Self.edge, "engine start"] && emitted.machine.position == 0)
    }

    @Test("A playhead outside the window continues at its start in DVR, and at the edge in live")
    func slidOut() {
        var dvr = paused(.dvr, .long, for: 600)
        dvr.send(.play(.interaction))
        #expect(dvr.log == ["→ play", "engine seek(id: -1, target: 600.0, precision: PlayheadCore.SeekPrecision.exact)", "engine start"])
        #expect((dvr.events.first as? StateChangeEvent)?.reason == .windowStart && dvr.machine.position == -590)
        var options = PlaybackOptions()
        options.liveResume.live = .inPlace
        var live = paused(.live, .sample, for: 60, options)
        live.send(.play(.interaction))
        #expect(live.log == ["→ play", Self.edge, "engine start"])
    }

    @Test("A start does not move a playhead that was set by a seek")
    func sought() {
        var rig = paused(.live, .sample, for: 1)
        rig.send(.seek(id: 1, target: -40, precision: .exact))
        rig.report(.seeked(id: 1, position: 10))
        rig.clear()
        rig.send(.play(.external))
        #expect(rig.log == ["→ play", "engine start"])
    }

    @Test("A delayed first start is at the edge, also in DVR")
    func firstStart() {
        var rig = MachineRig()
        rig.send(.load(items: [.sample], index: 0))
        rig.report(.opened(.dvr))
        rig.pass(20, .long)
        rig.clear()
        rig.send(.play(.external))
        #expect(rig.log.suffix(2) == [Self.edge, "engine start"])
        #expect(rig.events.contains { ($0 as? StateChangeEvent)?.reason == .liveEdge })
    }
}
