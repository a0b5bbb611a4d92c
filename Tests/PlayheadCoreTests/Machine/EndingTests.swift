import PlayheadCore
import Testing

/// EVENTS: onBeforeComplete → onComplete → onPlaylistItem of the next, or onPlaylistComplete; each once, the last onTime at the duration.
@Suite struct EndingTests {
    @Test func theLastTimeIsAtTheDurationThatTheEngineFound() {
        var rig = MachineRig.playing()
        rig.report(.ended(duration: 10.04))
        #expect(rig.log == ["onTime 10.04 of 10.04", "onBeforeComplete", "→ ended", "onComplete", "onPlaylistComplete"])
        #expect(rig.machine.playerState == .complete)
    }

    @Test func mediaTooShortForProgressStillEmitsOnFirstFrame() {
        var rig = MachineRig.ready()
        rig.send(.play(.external))
        rig.clear()
        rig.report(.started(position: 0), .ended(duration: 0.04))
        #expect(
            rig.emitted == [
                "→ playing", "onPlay external from buffering", "onFirstFrame", "onTime 0.04 of 0.04", "onBeforeComplete", "→ ended",
                "onComplete", "onPlaylistComplete",
            ])
    }

    @Test func completeWaitsForItsCheckpoint() {
        var rig = MachineRig.playing()
        rig.holdsCheckpoints = true
        rig.report(.ended(duration: 10), .ended(duration: 10), .progress(position: 10))
        #expect(rig.log == ["onTime 10.0 of 10.0", "onBeforeComplete"])
        #expect(rig.machine.state == .playing)
        rig.clear()
        rig.proceed()
        #expect(rig.log == ["→ ended", "onComplete", "onPlaylistComplete"])
    }

    @Test func aSeekInsideBeforeCompleteRevokesTheEnd() {
        var rig = MachineRig.playing()
        rig.holdsCheckpoints = true
        rig.report(.ended(duration: 10))
        rig.send(.seek(id: 1, target: 2, precision: .exact))
        rig.clear()
        rig.proceed()
        #expect(rig.log == [])
        rig.report(.seeked(id: 1, position: 2))
        #expect(rig.log == ["→ play", "onSeeked 2.0", "onTime 2.0 of 10.0", "seek 1 finished", "engine start"])
    }

    @Test func theNextItemFollowsWithoutIdleAndIsANewAttempt() {
        var rig = MachineRig.playing(items: 2)
        rig.report(.ended(duration: 10))
        #expect(
            rig.log == [
                "onTime 10.0 of 10.0", "onBeforeComplete", "→ ended", "onComplete", "engine close(playback: 1)", "onPlaylistItem 1",
                "→ opening", "engine open(playback: 2, item: 1)",
            ])
        rig.clear()
        rig.report(.opened(.sample))
        #expect(rig.emitted.suffix(4) == ["→ ready", "onPlayAttempt playlist", "→ play", "onBeforePlay"])
        #expect(!rig.emitted.contains("onReady"))
    }

    @Test func aPauseInsideBeforeCompletePreventsTheNextStart() {
        var rig = MachineRig.playing(items: 2)
        rig.holdsCheckpoints = true
        rig.report(.ended(duration: 10))
        rig.send(.pause(.external))
        rig.proceed()
        rig.report(.opened(.sample))
        #expect(rig.machine.state == .ready)
    }

    @Test func aRepeatingListOpensItsFirstItemAgain() {
        var rig = MachineRig(repeats: true)
        rig.send(.load(items: [.sample, .sample], index: 1), .play(.external))
        rig.report(.opened(.sample), .started(position: 0))
        rig.clear()
        rig.report(.ended(duration: 10))
        #expect(rig.emitted.suffix(3) == ["onComplete", "onPlaylistItem 0", "→ opening"])
        rig.report(.opened(.sample))
        #expect(rig.emitted.contains("onPlayAttempt repeat"))
    }

    @Test func aSingleItemThatRepeatsSeeksToItsStart() {
        var rig = MachineRig.playing(repeats: true)
        rig.report(.ended(duration: 10))
        #expect(rig.emitted.suffix(4) == ["onComplete", "onPlayAttempt repeat", "onSeek 0.0 from 10.0", "→ seeking"])
        #expect(rig.log.last == "engine seek(id: -1, target: 0.0, precision: PlayheadCore.SeekPrecision.exact)")
    }

    @Test func playAtTheEndStartsTheItemAsForTheFirstTime() {
        var rig = MachineRig.ended()
        rig.send(.play(.interaction))
        rig.report(.seeked(id: -1, position: 0), .started(position: 0), .firstFrame, .progress(position: 0.1))
        #expect(
            rig.emitted == [
                "onPlayAttempt interaction", "onSeek 0.0 from 10.0", "→ seeking", "→ play", "onSeeked 0.0", "onTime 0.0 of 10.0",
                "onBeforePlay", "→ playing", "onPlay interaction from buffering", "onFirstFrame", "onTime 0.1 of 10.0",
            ])
    }

    @Test func anEndThatCameBeforeThePauseCompletesWithTheNextStart() {
        var rig = MachineRig.playing()
        rig.send(.pause(.external))
        rig.report(.ended(duration: 10), .paused(position: 10))
        #expect(rig.machine.state == .paused)
        rig.clear()
        rig.send(.play(.external))
        #expect(rig.log == ["→ play", "onTime 10.0 of 10.0", "onBeforeComplete", "→ ended", "onComplete", "onPlaylistComplete"])
    }

    @Test func afterASeekFromTheEndTheEngineStaysPausedUntilStarted() {
        var rig = MachineRig.ended()
        rig.send(.seek(id: 1, target: 5, precision: .keyFrame))
        #expect(
            rig.log.suffix(2) == ["engine pause", "engine seek(id: 1, target: 5.0, precision: PlayheadCore.SeekPrecision.keyFrame)"])
    }

    @Test func loadAtTheEndGoesStraightToOpening() {
        var rig = MachineRig.ended()
        rig.send(.load(items: [.sample], index: 0))
        #expect(
            rig.log == [
                "engine close(playback: 1)", "onPlaylist", "onPlaylistItem 0", "→ opening", "engine open(playback: 2, item: 0)",
            ])
        rig.clear()
        rig.send(.engine(playback: 1, .closed))
        #expect(rig.log == [])
    }

    @Test func aFailureAtTheEndIsThatOfTheNextPlay() {
        var rig = MachineRig.ended()
        rig.report(.failed(PlaybackError(.decoding)))
        #expect(rig.log == [])
        #expect(rig.machine.state == .ended)
        rig.send(.play(.external))
        #expect(
            rig.log == [
                "onPlayAttempt external", "onSeek 0.0 from 10.0", "→ seeking", "→ error", "onError 234001", "engine close(playback: 1)",
            ])
    }

    @Test func aFailureAtTheEndIsDroppedWithItsItem() {
        var rig = MachineRig.ended()
        rig.report(.failed(PlaybackError(.decoding)))
        rig.send(.load(items: [.sample], index: 0), .play(.external))
        rig.report(.opened(.sample))
        rig.send(.seek(id: 1, target: 2, precision: .exact))
        #expect(rig.machine.state == .seeking)
    }
}
