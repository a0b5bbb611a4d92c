import PlayheadCore
import Testing

@Suite struct ControlsTests {
    @Test func rateVolumeAndMuteAreKeptAndSentToEachItem() {
        var rig = MachineRig()
        rig.send(.setRate(2), .setVolume(0.3), .setMuted(true))
        #expect(rig.log == ["onPlaybackRateChanged", "onVolume", "onMute"])
        for _ in 1...2 {
            rig.send(.load(items: [.sample], index: 0))
            rig.clear()
            rig.report(.closed)
            rig.report(.opened(.sample))
            #expect(
                rig.log.filter { $0.hasPrefix("engine set") } == [
                    "engine setRate(2.0)", "engine setVolume(0.3)", "engine setMuted(true)",
                ])
        }
    }

    @Test func aChangeIsEmittedAndSentAtOnceWhenOpenAndTheSameValueIsNoChange() {
        var rig = MachineRig.playing()
        rig.send(.setRate(0.25), .setRate(0.25), .setMuted(false), .setVolume(1))
        #expect(rig.log == ["onPlaybackRateChanged", "engine setRate(0.25)"])
    }

    @Test(arguments: [
        MachineInput.setRate(0.2), .setRate(4.1), .setRate(.nan), .setVolume(-0.1), .setVolume(1.1), .setVolume(.nan),
    ])
    func valuesOutOfRangeAreRefused(command: MachineInput) {
        var rig = MachineRig.playing()
        rig.send(command)
        #expect(rig.log == ["onWarning 320643"])
        #expect(rig.machine.rate == 1 && rig.machine.volume == 1)
    }

    @Test func levelsAndAudioTracksAreEmittedWhenTheEngineHasSelectedThem() {
        var rig = MachineRig.playing()
        rig.send(.selectLevel(1), .selectAudioTrack(1))
        #expect(rig.log == ["engine selectLevel(1)", "engine selectAudioTrack(1)"])
        rig.clear()
        rig.report(.levelSelected(1), .audioTrackSelected(1), .visualQuality(.sample, mode: .manual, reason: .api))
        #expect(rig.log == ["onLevelsChanged", "onAudioTrackChanged", "onVisualQuality"])
        #expect(rig.machine.media?.currentLevel == 1 && rig.machine.media?.currentAudioTrack == 1)
    }

    @Test func missingEntriesCannotBeSelected() {
        var rig = MachineRig.playing()
        rig.send(.selectLevel(2), .selectAudioTrack(-1))
        rig.report(.levelSelected(9), .audioTrackSelected(9))
        #expect(rig.log == ["onWarning 320641", "onWarning 320641"])
        rig = MachineRig()
        rig.send(.selectLevel(0), .selectAudioTrack(0))
        #expect(rig.log == ["onWarning 320642", "onWarning 320642"])
    }
}

@Suite struct BufferChangeTests {
    @Test func theEventContainsTheEndOfTheRangeAroundThePlayhead() {
        var rig = MachineRig.playing()
        rig.report(.buffered([TimeRange(start: 0, end: 4), TimeRange(start: 6, end: 8)]))
        let change = rig.events.last as? BufferChangeEvent
        #expect(change?.bufferPercent == 40)
        #expect(change?.position == 1 && change?.duration == 10 && change?.ranges.count == 2)
        #expect(rig.machine.bufferedRanges.count == 2)
    }

    @Test(arguments: [(1.000_000_22, 4.0, 40.0), (1.09, 4, 40), (1.2, 4, 10), (0, 0.95, 9.5), (0, 0.8, 10)])
    func aRangeThatBeginsOrEndsBesideThePlayheadCounts(start: Double, end: Double, percent: Double) {
        var rig = MachineRig.playing()
        rig.report(.buffered([TimeRange(start: start, end: end)]))
        let change = rig.events.last as? BufferChangeEvent
        #expect(abs((change?.bufferPercent ?? 0) - percent) < 0.001)
    }

    @Test func theSameRangesAreNotEmittedAgain() {
        var rig = MachineRig.playing()
        rig.report(.buffered([TimeRange(start: 0, end: 4)]), .buffered([TimeRange(start: 0, end: 4)]))
        #expect(rig.log == ["onBufferChange"])
    }

    @Test func aStreamWithoutAnEndDoesNotEmitIt() {
        var rig = MachineRig()
        rig.send(.load(items: [.sample], index: 0))
        rig.report(.opened(.endless))
        rig.clear()
        rig.report(.buffered([TimeRange(start: 0, end: 4)]))
        #expect(rig.log == [])
    }

    @Test func theDurationIsCorrectedByTheEngine() {
        var rig = MachineRig.playing()
        rig.report(.durationChanged(12), .progress(position: 2), .durationChanged(.nan))
        #expect(rig.log == ["onTime 2.0 of 12.0"])
        #expect(rig.machine.media?.duration == 12)
    }
}
