import PlayheadCore
import Testing

/// STATES: intent is not state.
@Suite struct PlayPauseTests {
    @Test func onPauseIsEmittedWhenTheEngineHasPaused() {
        var rig = MachineRig.playing()
        rig.send(.pause(.background))
        #expect(rig.log == ["→ pausing", "engine pause"])
        #expect(!rig.machine.intendsToPlay)
        rig.report(.paused(position: 1.04))
        #expect(rig.log.suffix(2) == ["→ paused", "onPause background from playing"])
        #expect(rig.machine.position == 1.04)
    }

    @Test func resumingDoesNotEmitAnotherAttempt() {
        var rig = MachineRig.paused()
        rig.send(.play(.interaction))
        rig.report(.started(position: 2))
        #expect(rig.log == ["→ play", "engine start", "→ playing", "onPlay interaction from buffering"])
    }

    @Test func theReasonOfAPauseIsThatOfTheFirstRequest() {
        var rig = MachineRig.playing()
        rig.send(.pause(.external), .pause(.interaction))
        rig.report(.paused(position: 1))
        #expect(rig.log == ["→ pausing", "engine pause", "→ paused", "onPause external from playing"])
    }

    @Test func aPauseWhileTheContentStopsForAnAdHasItsOwnReason() {
        var rig = MachineRig.playing()
        rig.send(.ads(.hold), .pause(.interaction), .ads(.resume(at: nil)))
        rig.report(.paused(position: 1))
        #expect(rig.log == ["→ pausing", "engine pause", "→ paused", "onPause interaction from playing"])
    }

    @Test func aPauseWhileTheItemEndsKeepsItsReasonForASeekBack() {
        var rig = MachineRig.playing()
        rig.holdsCheckpoints = true
        rig.report(.ended(duration: 10))
        rig.send(.pause(.interaction), .seek(id: 1, target: 3, precision: .exact))
        rig.report(.seeked(id: 1, position: 3))
        #expect(rig.log.contains("onPause interaction from playing"))
    }

    @Test func playWhilePausingResumesWithoutOnPause() {
        var rig = MachineRig.playing()
        rig.send(.pause(.external), .play(.external))
        rig.report(.paused(position: 1), .started(position: 1))
        #expect(rig.log == ["→ pausing", "engine pause", "→ play", "engine start", "→ playing", "onPlay external from buffering"])
    }

    @Test func onTimeIsNotEmittedWhilePaused() {
        var rig = MachineRig.paused()
        rig.report(.progress(position: 3), .started(position: 3), .firstFrame)
        #expect(rig.log == [])
        #expect(rig.machine.position == 2)
    }

    @Test func pauseWhileBufferingEndsTheWait() {
        var rig = MachineRig.playing()
        rig.report(.waiting(.stalled))
        rig.clear()
        rig.send(.pause(.external))
        rig.report(.started(position: 1), .paused(position: 1))
        #expect(rig.log == ["→ pausing", "engine pause", "→ paused", "onPause external from buffering"])
    }

    @Test func pauseWhileStartingIsPossible() {
        var rig = MachineRig.ready()
        rig.send(.play(.external))
        rig.clear()
        rig.send(.pause(.external))
        rig.report(.started(position: 0), .paused(position: 0))
        #expect(rig.log == ["→ pausing", "engine pause", "→ paused", "onPause external from buffering"])
    }

    @Test func pauseAtReadyNeedsNoEngine() {
        var rig = MachineRig.ready()
        rig.clear()
        rig.send(.pause(.external))
        #expect(rig.log == ["→ pausing", "→ paused", "onPause external from idle"])
    }

    @Test func aRepeatedRequestChangesNothing() {
        var rig = MachineRig.playing()
        rig.send(.play(.external))
        #expect(rig.log == [])
        rig = .paused()
        rig.send(.pause(.external))
        #expect(rig.log == [])
    }

    @Test func aStallStaysBufferingUntilThePlayheadMoves() {
        var rig = MachineRig.playing()
        rig.report(.waiting(.stalled))
        #expect(rig.log == ["→ buffering", "onBuffer stalled from playing"])
        #expect(rig.machine.isStalled)
        rig.report(.buffered([TimeRange(start: 0, end: 5)]))
        #expect(rig.machine.isStalled && rig.machine.state == .buffering)
        rig.clear()
        rig.report(.started(position: 1))
        #expect(rig.log == ["→ playing", "onPlay external from buffering"])
        #expect(!rig.machine.isStalled)
    }

    @Test(arguments: [MachineInput.stop, .release, .pause(.external), .seek(id: 1, target: 5, precision: .exact)])
    func theStallFlagIsNeverLeftOn(command: MachineInput) {
        var rig = MachineRig.playing()
        rig.report(.waiting(.stalled))
        rig.send(command)
        #expect(!rig.machine.isStalled)
    }

    @Test func playStopPlayOpensTheItemAgain() {
        var rig = MachineRig.playing()
        rig.send(.stop, .play(.external))
        #expect(rig.log == ["→ stopping", "engine close(playback: 1)"])
        rig.clear()
        rig.report(.closed)
        #expect(
            rig.log == [
                "→ idle", "onIdle stopped from playing", "onPlaylistItem 0", "→ opening", "engine open(playback: 2, item: 0)",
                "onPlayAttempt external",
            ])
    }

    @Test func playAtIdleOpensTheCurrentItem() {
        var rig = MachineRig.playing()
        rig.send(.stop)
        rig.report(.closed)
        rig.clear()
        rig.send(.play(.interaction))
        #expect(rig.emitted == ["onPlaylistItem 0", "→ opening", "onPlayAttempt interaction"])
    }

    @Test func playWithNothingLoadedIsRefused() {
        var rig = MachineRig()
        rig.send(.play(.external))
        #expect(rig.log == ["onWarning 320642"])
        #expect(!rig.machine.intendsToPlay)
    }
}
