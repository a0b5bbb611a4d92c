import PlayheadCore
import Testing

@Suite struct FailureTests {
    @Test func beforeTheFirstReadyItIsASetupError() {
        var rig = MachineRig()
        rig.send(.load(items: [.sample], index: 0))
        rig.clear()
        rig.report(.failed(PlaybackError(.httpStatus(404), url: "https://example.com/a.m3u8")))
        #expect(rig.log == ["→ error", "onSetupError 121404", "engine close(playback: 1)"])
        #expect(rig.machine.error?.severity == .setup)
    }

    @Test func afterwardsItIsAnError() {
        var rig = MachineRig.playing()
        rig.send(.seek(id: 1, target: 3, precision: .exact))
        rig.clear()
        rig.report(.failed(PlaybackError(.segmentStatus(500))))
        #expect(rig.log == ["seek 1 interrupted", "→ error", "onError 233500", "engine close(playback: 1)"])
        #expect(rig.machine.playerState == .error)
    }

    @Test func aWarningDoesNotStopPlayback() {
        var rig = MachineRig.playing()
        rig.report(.warning(PlaybackError(.audioOutput)))
        #expect(rig.log == ["onWarning 324020"])
        #expect(rig.machine.state == .playing)
    }
}

/// STATES: watchdogs end hanging operations, each with its own error.
@Suite struct WatchdogTests {
    @Test func aHangingOpeningFails() {
        var rig = MachineRig()
        rig.send(.load(items: [.sample], index: 0))
        #expect(rig.timers == ["start opening 60.0"])
        rig.now = 60
        rig.send(.timer(.opening))
        #expect(rig.emitted.suffix(2) == ["→ error", "onSetupError 124011"])
    }

    @Test func bufferingWithNothingArrivingFails() {
        var rig = MachineRig.playing()
        rig.report(.waiting(.stalled))
        #expect(rig.timers == ["cancel progress", "start buffering 30.0"])
        rig.now = 30
        rig.send(.timer(.buffering))
        #expect(rig.emitted.suffix(2) == ["→ error", "onError 224012"])
    }

    @Test func bufferingRestartsTheWatchdogWhenDataArrives() {
        var rig = MachineRig.playing()
        rig.report(.waiting(.stalled))
        rig.clear()
        rig.now = 29
        rig.report(.buffered([TimeRange(start: 0, end: 2)]))
        #expect(rig.timers == ["start buffering 30.0"])
        rig.clear()
        rig.report(.buffered([TimeRange(start: 0, end: 2)]), .buffered([TimeRange(start: 1, end: 2)]))
        #expect(rig.timers == [])
    }

    @Test func aRepeatedWaitRestartsTheWatchdog() {
        var rig = MachineRig.playing()
        rig.report(.waiting(.stalled))
        rig.clear()
        rig.now = 29
        rig.report(.waiting(.stalled))
        #expect(rig.timers == ["start buffering 30.0"] && rig.emitted == [])
    }

    @Test func playingWithoutProgressFails() {
        var rig = MachineRig.playing()
        rig.now = 10
        rig.send(.timer(.progress))
        #expect(rig.emitted == ["→ error", "onError 224013"])
    }

    @Test func progressOfThePlayheadRestartsTheWatchdog() {
        var rig = MachineRig.playing()
        rig.now = 5
        rig.report(.progress(position: 1.1))
        #expect(rig.timers == ["start progress 10.0"])
        rig.clear()
        rig.report(.progress(position: 1.1))
        #expect(rig.timers == [])
    }

    @Test func aTimerThatFiresEarlyGetsTheRemainingTime() {
        var rig = MachineRig.playing()
        rig.now = 4
        rig.send(.timer(.progress))
        #expect(rig.timers == ["start progress 6.0"])
        #expect(rig.machine.state == .playing)
    }

    @Test func aTimerThatFiresLateGetsTheTimeInWhichTheProcessDidNotRun() {
        var rig = MachineRig.playing()
        rig.now = 14
        rig.send(.timer(.progress))
        #expect(rig.timers == ["start progress 4.0"])
        rig.now = 18
        rig.send(.timer(.progress))
        #expect(rig.emitted == ["→ error", "onError 224013"])
    }

    @Test func eachSeekHasTheWholeTime() {
        var rig = MachineRig.paused()
        rig.send(.seek(id: 1, target: 5, precision: .exact))
        rig.clear()
        rig.now = 29
        rig.send(.seek(id: 2, target: 6, precision: .exact))
        #expect(rig.timers == ["start buffering 30.0"])
    }

    @Test func aSeekOrStartThatHangsFails() {
        var rig = MachineRig.paused()
        rig.send(.seek(id: 1, target: 5, precision: .exact))
        #expect(rig.timers == ["start buffering 30.0"])
        rig = .paused()
        rig.send(.play(.external))
        #expect(rig.timers == ["start buffering 30.0"])
    }

    @Test func noneRunsWhileACheckpointIsHeld() {
        var rig = MachineRig.playing()
        rig.holdsCheckpoints = true
        rig.report(.ended(duration: 10))
        #expect(rig.timers == ["cancel progress"])
    }

    @Test(arguments: [MachineInput.release, .stop])
    func noneRunsWhenNothingPlays(command: MachineInput) {
        var rig = MachineRig.playing()
        rig.send(command)
        #expect(rig.timers == ["cancel progress"])
        rig.now = 100
        rig.clear()
        rig.send(.timer(.progress))
        #expect(rig.log == [])
    }
}
