import PlayheadCore
import Testing

/// EVENTS, Order: from load to the first onTime.
@Suite struct StartOrderTests {
    @Test func loadingEmitsTheItemThenOpensThenEmitsTheTrackModelAndReady() {
        var rig = MachineRig()
        rig.send(.load(items: [.sample], index: 0))
        #expect(rig.log == ["onPlaylistItem 0", "→ opening", "engine open(playback: 1, item: 0)"])
        rig.clear()
        rig.report(.opened(.sample))
        #expect(
            rig.log == [
                "onMeta", "onLevels", "onAudioTracks", "onCaptionsList 0 of Off", "→ ready", "onReady", "engine setRate(1.0)",
                "engine setVolume(1.0)", "engine setMuted(false)",
            ])
        #expect(rig.machine.duration == 10)
        #expect(rig.machine.isOpen)
    }

    @Test func playingStartsWithAttemptBeforePlayPlayFirstFrameQualityTime() {
        var rig = MachineRig.ready()
        rig.clear()
        rig.send(.play(.external))
        #expect(rig.log == ["onPlayAttempt external", "→ play", "onBeforePlay", "engine start"])
        rig.clear()
        rig.report(.visualQuality(.sample, mode: .auto, reason: .initialChoice), .firstFrame)
        #expect(rig.log == [])
        rig.report(.started(position: 0), .progress(position: 0.1))
        #expect(
            rig.log == ["→ playing", "onPlay external from buffering", "onFirstFrame", "onVisualQuality", "onTime 0.1 of 10.0"])
    }

    @Test func aStartThatHasToWaitIsBuffering() {
        var rig = MachineRig.ready()
        rig.send(.play(.external))
        rig.clear()
        rig.report(.waiting(.loading), .started(position: 0))
        #expect(rig.log == ["→ buffering", "onBuffer loading from idle", "→ playing", "onPlay external from buffering"])
    }

    @Test func autoplayRequestsPlaybackOnceReady() {
        let rig = MachineRig.ready(autoplay: true)
        #expect(rig.emitted.suffix(5) == ["→ ready", "onReady", "onPlayAttempt autostart", "→ play", "onBeforePlay"])
    }

    @Test func playWhileOpeningIsAnAttemptAtOnceAndStartsWhenReady() {
        var rig = MachineRig()
        rig.send(.load(items: [.sample], index: 0), .play(.interaction))
        #expect(rig.emitted.last == "onPlayAttempt interaction")
        #expect(rig.machine.intendsToPlay && rig.machine.state == .opening)
        rig.report(.opened(.sample))
        #expect(rig.emitted.suffix(4) == ["→ ready", "onReady", "→ play", "onBeforePlay"])
        #expect(rig.log.last == "engine start")
    }

    @Test func pauseWhileOpeningPreventsTheStart() {
        var rig = MachineRig(autoplay: true)
        rig.send(.load(items: [.sample], index: 0), .pause(.external))
        rig.report(.opened(.sample))
        #expect(rig.machine.state == .ready)
        #expect(!rig.log.contains("engine start"))
    }

    @Test func loadTimeCountsFromTheAttemptAndSetupTimeFromTheLoad() {
        var rig = MachineRig()
        rig.now = 5
        rig.send(.load(items: [.sample], index: 0))
        rig.now = 5.25
        rig.report(.opened(.sample))
        rig.now = 6
        rig.send(.play(.external))
        rig.now = 6.5
        rig.report(.started(position: 0), .firstFrame)
        #expect(rig.events.compactMap { ($0 as? ReadyEvent)?.setupTime } == [250])
        #expect(rig.events.compactMap { ($0 as? FirstFrameEvent)?.loadTime } == [500])
    }

    @Test func aStateChangeContainsTheDurationOfTheOldState() {
        var rig = MachineRig()
        rig.now = 2
        rig.send(.load(items: [.sample], index: 0))
        rig.now = 3.5
        rig.report(.opened(.sample))
        let changes = rig.events.compactMap { $0 as? StateChangeEvent }
        #expect(changes.map(\.elapsed) == [2, 1.5])
        #expect(changes.map(\.reason) == [.external, .engine])
    }

    @Test func aMovingPlayheadHasStartedEvenWithoutAReport() {
        var rig = MachineRig.ready()
        rig.send(.play(.external))
        rig.clear()
        rig.report(.progress(position: 0.1))
        #expect(rig.log == ["→ playing", "onPlay external from buffering", "onFirstFrame", "onTime 0.1 of 10.0"])
    }
}

/// The checkpoint after onBeforePlay: actions of listeners in it apply.
@Suite struct BeforePlayTests {
    private func held() -> MachineRig {
        var rig = MachineRig.ready()
        rig.holdsCheckpoints = true
        rig.send(.play(.external))
        rig.clear()
        return rig
    }

    @Test func theEngineStartsOnlyWhenTheCheckpointComesBack() {
        var rig = held()
        #expect(rig.held == [.beforePlay(playback: 1)])
        rig.report(.started(position: 0), .progress(position: 1))
        #expect(rig.log == [])
        rig.proceed()
        #expect(rig.log == ["engine start"])
    }

    @Test func pauseInsideCancelsTheStart() {
        var rig = held()
        rig.send(.pause(.external))
        #expect(rig.log == ["→ pausing", "→ paused", "onPause external from buffering"])
        rig.clear()
        rig.proceed()
        #expect(rig.log == [])
    }

    @Test func stopInsideCancelsTheStart() {
        var rig = held()
        rig.send(.stop)
        rig.proceed()
        rig.report(.closed)
        #expect(rig.log == ["→ stopping", "engine close(playback: 1)", "→ idle", "onIdle stopped from buffering"])
    }

    @Test func pauseAndPlayInsideContinueWithTheSameCheckpoint() {
        var rig = held()
        rig.send(.pause(.external), .play(.external))
        #expect(rig.log.last == "→ play")
        rig.clear()
        rig.proceed()
        #expect(rig.log == ["engine start"])
    }

    @Test func playAfterACancelledStartRequestsAgainWithoutANewAttempt() {
        var rig = held()
        rig.send(.pause(.external))
        rig.proceed()
        rig.clear()
        rig.send(.play(.external))
        rig.proceed()
        #expect(rig.log == ["→ play", "onBeforePlay", "engine start"])
    }

    @Test func aSeekInsideIsReachedBeforeTheStart() {
        var rig = held()
        rig.send(.seek(id: 1, target: 4, precision: .exact))
        rig.report(.seeked(id: 1, position: 4))
        #expect(
            rig.log == [
                "onSeek 4.0 from 0.0", "→ seeking", "engine seek(id: 1, target: 4.0, precision: PlayheadCore.SeekPrecision.exact)",
                "→ play", "onSeeked 4.0", "onTime 4.0 of 10.0", "seek 1 finished",
            ])
        rig.clear()
        rig.proceed()
        #expect(rig.log == ["engine start"])
    }

    @Test func anOlderCheckpointDoesNotStartAReplay() {
        var rig = held()
        rig.send(.seek(id: 1, target: 10, precision: .exact))
        rig.report(.seeked(id: 1, position: 10))
        // The checkpoint of the end returns first, while a pre-roll still holds that of the start.
        rig.send(.proceed(.beforeComplete(playback: 1)), .play(.external))
        rig.report(.seeked(id: -1, position: 0))
        #expect(rig.log.last == "onBeforePlay")
        rig.clear()
        rig.send(.proceed(.beforePlay(playback: 1)))
        #expect(rig.log == [])
        rig.send(.proceed(.beforePlay(playback: 1)))
        #expect(rig.log == ["engine start"])
    }
}
