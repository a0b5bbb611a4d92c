import PlayheadCore
import Testing

/// STATES: a seek returns to the previous state. EVENTS: onSeek → onBuffer if it leaves the buffer → onSeeked → onTime.
@Suite struct SeekingTests {
    private func seek(_ id: Int, _ target: Double) -> MachineInput { .seek(id: id, target: target, precision: .exact) }

    @Test func insideTheBufferItReturnsToPlayingWithoutOnPlay() {
        var rig = MachineRig.playing()
        rig.send(seek(1, 4))
        #expect(rig.machine.playerState == .playing)
        rig.report(.seeked(id: 1, position: 4))
        #expect(rig.emitted == ["onSeek 4.0 from 1.0", "→ seeking", "→ playing", "onSeeked 4.0", "onTime 4.0 of 10.0", "seek 1 finished"])
    }

    @Test func outsideTheBufferItBuffersAndThenPlays() {
        var rig = MachineRig.playing()
        rig.send(seek(1, 8))
        rig.report(.seekLeftBuffer(id: 1), .seeked(id: 1, position: 8), .started(position: 8))
        #expect(
            rig.emitted == [
                "onSeek 8.0 from 1.0", "→ seeking", "→ buffering", "onBuffer loading from playing", "onSeeked 8.0", "onTime 8.0 of 10.0",
                "seek 1 finished", "→ playing", "onPlay external from buffering",
            ])
    }

    @Test func whilePausedItEndsPausedWithoutOnPause() {
        var rig = MachineRig.paused()
        rig.send(seek(1, 8))
        rig.report(.seekLeftBuffer(id: 1), .seeked(id: 1, position: 8))
        #expect(
            rig.emitted == [
                "onSeek 8.0 from 2.0", "→ seeking", "→ pausing", "→ paused", "onSeeked 8.0", "onTime 8.0 of 10.0", "seek 1 finished",
            ])
        #expect(!rig.log.contains("engine pause"))
    }

    @Test func tenQuickSeeksEmitTenOnSeekAndOneOnSeeked() {
        var rig = MachineRig.playing()
        for id in 1...10 { rig.send(seek(id, Double(id) / 2)) }
        for id in 1...10 { rig.report(.seeked(id: id, position: Double(id) / 2)) }
        #expect(rig.log.count { $0.hasPrefix("onSeek ") } == 10)
        #expect(rig.log.filter { $0.hasPrefix("onSeeked") } == ["onSeeked 5.0"])
        #expect(rig.log.filter { $0.hasPrefix("seek ") } == (1...9).map { "seek \($0) interrupted" } + ["seek 10 finished"])
        #expect(rig.log.filter { $0.hasPrefix("→") } == ["→ seeking", "→ playing"])
    }

    @Test func aNewTargetWhileItBuffersForASeekDoesNotFlicker() {
        var rig = MachineRig.playing()
        rig.send(seek(1, 8))
        rig.report(.seekLeftBuffer(id: 1))
        rig.clear()
        rig.send(seek(2, 9))
        rig.report(.seekLeftBuffer(id: 2), .seeked(id: 2, position: 9))
        #expect(rig.emitted == ["seek 1 interrupted", "onSeek 9.0 from 1.0", "onSeeked 9.0", "onTime 9.0 of 10.0", "seek 2 finished"])
        #expect(rig.machine.state == .buffering)
    }

    @Test func pauseWhileSeekingEndsPaused() {
        var rig = MachineRig.playing()
        rig.send(seek(1, 4), .pause(.external))
        #expect(rig.machine.state == .seeking)
        rig.report(.paused(position: 1), .seeked(id: 1, position: 4))
        #expect(rig.machine.state == .paused)
        #expect(
            rig.emitted == ["onSeek 4.0 from 1.0"] + [
                "→ seeking", "→ pausing", "→ paused", "onPause external from playing", "onSeeked 4.0", "onTime 4.0 of 10.0",
                "seek 1 finished",
            ])
    }

    @Test func pauseWhileBufferingForASeekGoesBackToTheSeek() {
        var rig = MachineRig.playing()
        rig.send(seek(1, 8))
        rig.report(.seekLeftBuffer(id: 1))
        rig.clear()
        rig.send(.pause(.external))
        rig.report(.paused(position: 1), .seeked(id: 1, position: 8))
        #expect(
            rig.log == [
                "→ seeking", "engine pause", "→ pausing", "→ paused", "onPause external from buffering", "onSeeked 8.0",
                "onTime 8.0 of 10.0", "seek 1 finished",
            ])
    }

    @Test func playWhileSeekingFromPausedStartsWhenReached() {
        var rig = MachineRig.paused()
        rig.send(seek(1, 4), .play(.external))
        #expect(rig.machine.state == .seeking && rig.machine.intendsToPlay)
        rig.report(.seeked(id: 1, position: 4), .started(position: 4))
        #expect(
            rig.log.suffix(7) == [
                "→ play", "onSeeked 4.0", "onTime 4.0 of 10.0", "seek 1 finished", "engine start", "→ playing",
                "onPlay external from buffering",
            ])
    }

    @Test func aSeekBeforeReadyIsEmittedAtOnceAndAppliedAtReady() {
        var rig = MachineRig()
        rig.send(.load(items: [.sample], index: 0), seek(1, 3), seek(2, 50), .play(.external))
        #expect(rig.emitted.suffix(4) == ["onSeek 3.0 from 0.0", "seek 1 interrupted", "onSeek 50.0 from 0.0", "onPlayAttempt external"])
        rig.clear()
        rig.report(.opened(.sample))
        #expect(rig.log.suffix(2) == ["→ seeking", "engine seek(id: 2, target: 10.0, precision: PlayheadCore.SeekPrecision.exact)"])
    }

    @Test func negativeTargetsAreTheStartAndNotANumberIsRefused() {
        var rig = MachineRig.playing()
        rig.send(seek(1, -5))
        #expect(rig.log.first == "onSeek 0.0 from 1.0")
        rig.clear()
        rig.send(seek(2, .nan))
        #expect(rig.log == ["onWarning 320643", "seek 2 interrupted"])
        #expect(rig.machine.seekTarget == 0)
    }

    @Test func withNothingLoadedItIsRefused() {
        var rig = MachineRig()
        rig.send(seek(1, 2))
        #expect(rig.log == ["onWarning 320642", "seek 1 interrupted"])
    }

    @Test func pastTheEndItReachesTheEnd() {
        var rig = MachineRig.playing()
        rig.send(seek(1, 99))
        rig.report(.seeked(id: 1, position: 9.96))
        #expect(
            rig.emitted == [
                "onSeek 10.0 from 1.0", "→ seeking", "onSeeked 10.0", "onTime 10.0 of 10.0", "seek 1 finished", "onBeforeComplete",
                "→ ended", "onComplete", "onPlaylistComplete",
            ])
    }

    @Test func anEndWithoutSeekedAlsoReachesTheEnd() {
        var rig = MachineRig.paused()
        rig.send(seek(1, 10))
        rig.report(.ended(duration: 9.9))
        #expect(rig.emitted.contains("onSeeked 9.9"))
        #expect(rig.machine.state == .ended)
    }

    @Test func afterAnEndFromBeforeTheSeekTheEngineIsStartedAgain() {
        var rig = MachineRig.playing()
        rig.send(seek(1, 3))
        rig.clear()
        rig.report(.ended(duration: 10), .seeked(id: 1, position: 3), .started(position: 3))
        #expect(rig.log == ["engine start", "→ playing", "onSeeked 3.0", "onTime 3.0 of 10.0", "seek 1 finished"])
    }

    @Test func aSeekBackFromTheEndStartsTheItemAsForTheFirstTime() {
        var rig = MachineRig.ended()
        rig.send(seek(1, 3))
        rig.report(
            .seeked(id: 1, position: 3), .started(position: 3), .firstFrame,
            .visualQuality(.sample, mode: .auto, reason: .initialChoice), .progress(position: 3.1))
        #expect(
            rig.emitted == [
                "onPlayAttempt external", "onSeek 3.0 from 10.0", "→ seeking", "→ play", "onSeeked 3.0", "onTime 3.0 of 10.0",
                "seek 1 finished", "onBeforePlay", "→ playing", "onPlay external from buffering", "onFirstFrame", "onVisualQuality",
                "onTime 3.1 of 10.0",
            ])
    }

    @Test func afterASeekToTheEndTheNextPlayEmitsTheQualityAgainAndThenItsChange() {
        var rig = MachineRig.ready()
        rig.send(.play(.external))
        rig.report(
            .started(position: 0), .firstFrame, .visualQuality(.sample, mode: .auto, reason: .initialChoice), .progress(position: 1))
        rig.send(.pause(.external))
        rig.report(.paused(position: 1))
        rig.send(seek(1, 10))
        // The engine stands at the end without having reached it by playing.
        rig.report(.seeked(id: 1, position: 9.96))
        rig.send(.play(.external))
        rig.clear()
        rig.report(.seeked(id: -1, position: 0), .started(position: 0))
        #expect(rig.emitted.suffix(3) == ["onPlay external from buffering", "onFirstFrame", "onVisualQuality"])
        rig.clear()
        let other = QualityLevel(index: 0, label: "other", width: 320, height: 180)
        rig.report(
            .progress(position: 0.1), .visualQuality(other, mode: .auto, reason: .auto), .metadata(.sample, .entered))
        #expect(rig.emitted == ["onTime 0.1 of 10.0", "onVisualQuality", "onMeta", "onMeta"])
    }

    @Test func aSeekBackFromTheEndPausesWithoutTheIntentToPlay() {
        var rig = MachineRig.ended()
        rig.send(.pause(.external), seek(1, 3))
        rig.report(.seeked(id: 1, position: 3))
        #expect(rig.machine.state == .paused && !rig.emitted.contains { $0.hasPrefix("onPlayAttempt") })
        rig.clear()
        rig.send(.play(.interaction))
        rig.report(.started(position: 3), .firstFrame)
        #expect(
            rig.emitted == [
                "onPlayAttempt interaction", "→ play", "onBeforePlay", "→ playing", "onPlay interaction from buffering", "onFirstFrame",
            ])
    }

    @Test func previousAtTheEndPlaysTheFirstItemAgain() {
        var rig = MachineRig.ended()
        rig.send(.previous)
        rig.report(.seeked(id: -1, position: 0), .started(position: 0), .firstFrame)
        #expect(rig.emitted.first == "onPlayAttempt playlist" && rig.emitted.last == "onFirstFrame")
    }

    @Test func aSeekBackBeforeCompletionIsNotAnotherPlay() {
        var rig = MachineRig.ready()
        rig.send(.play(.external))
        let quality = EngineReport.visualQuality(.sample, mode: .auto, reason: .initialChoice)
        rig.report(.started(position: 0), .firstFrame, quality, .progress(position: 1))
        rig.clear()
        rig.holdsCheckpoints = true
        rig.report(.ended(duration: 10))
        rig.send(seek(1, 3))
        // An engine that restarts reports its quality again.
        rig.report(.seeked(id: 1, position: 3), .started(position: 3), .firstFrame, quality)
        #expect(
            rig.emitted == [
                "onTime 10.0 of 10.0", "onBeforeComplete", "onSeek 3.0 from 10.0", "→ seeking", "→ play", "onSeeked 3.0",
                "onTime 3.0 of 10.0", "seek 1 finished", "→ playing", "onPlay external from buffering",
            ])
    }

    @Test func anotherQualityAfterTheEndIsAChangeAndNotAnInitialChoice() throws {
        var rig = MachineRig.ready()
        rig.send(.play(.external))
        rig.report(.started(position: 0), .firstFrame, .visualQuality(.sample, mode: .auto, reason: .initialChoice))
        rig.holdsCheckpoints = true
        rig.report(.ended(duration: 10))
        rig.send(seek(1, 3))
        rig.clear()
        let other = QualityLevel(index: 0, label: "other", width: 320, height: 180)
        rig.report(.seeked(id: 1, position: 3), .started(position: 3), .visualQuality(other, mode: .auto, reason: .initialChoice))
        let change = try #require(rig.events.compactMap { $0 as? VisualQualityEvent }.last)
        #expect(change.level == other && change.reason == .auto)
        let meta = try #require(rig.events.compactMap { $0 as? MetaEvent }.last?.metaData)
        #expect(meta["metadataType"] == "quality" && meta["from"] != meta["to"])
    }

    @Test func aSeekToTheEndAtTheEndIsReachedAtOnce() {
        var rig = MachineRig.ended()
        rig.send(seek(1, 12))
        #expect(rig.log == ["onSeek 10.0 from 10.0", "onSeeked 10.0", "onTime 10.0 of 10.0", "seek 1 finished"])
        #expect(rig.machine.state == .ended)
    }

    @Test(arguments: [MachineInput.stop, .release, .load(items: [.sample], index: 0), .next])
    func whatEndsThePlaybackInterruptsTheSeek(command: MachineInput) {
        var rig = MachineRig.playing(items: 2)
        rig.send(seek(1, 4))
        rig.clear()
        rig.send(command)
        #expect(rig.log.first == "seek 1 interrupted")
        rig.report(.seeked(id: 1, position: 4))
        #expect(!rig.log.contains("onSeeked 4.0"))
    }
}
