import PlayheadCore
import Testing

/// Loading over something, and moving in the list.
@Suite struct LoadingTests {
    @Test func loadWhilePlayingGoesThroughStoppingAndIdle() {
        var rig = MachineRig.playing()
        rig.send(.load(items: [.sample], index: 0))
        #expect(rig.log == ["→ stopping", "engine close(playback: 1)"])
        rig.clear()
        rig.report(.closed)
        #expect(
            rig.log == [
                "→ idle", "onIdle newLoad from playing", "onPlaylist", "onPlaylistItem 0", "→ opening", "engine open(playback: 2, item: 0)",
            ])
    }

    @Test func ofSeveralLoadsOnlyTheLastOpens() {
        var rig = MachineRig()
        rig.send(
            .load(items: ItemDescription.samples, index: 0), .load(items: ItemDescription.samples, index: 1),
            .load(items: ItemDescription.samples, index: 2))
        #expect(rig.log.filter { $0.hasPrefix("engine") } == ["engine open(playback: 1, item: 0)", "engine close(playback: 1)"])
        rig.clear()
        rig.report(.opened(.sample), .closed)
        #expect(rig.log.filter { $0.hasPrefix("engine") } == ["engine open(playback: 2, item: 2)"])
        #expect(rig.machine.currentIndex == 2)
    }

    @Test func theInitialListIsNotEmittedAsANewOne() {
        var rig = MachineRig()
        rig.send(.load(items: [.sample], index: 0), .release)
        #expect(!rig.log.contains("onPlaylist"))
        rig.send(.load(items: [.sample], index: 0))
        #expect(rig.log.contains("onPlaylist"))
    }

    @Test func onReadyIsNotEmittedForALaterItem() {
        var rig = MachineRig.playing()
        rig.send(.load(items: [.sample], index: 0))
        rig.report(.closed)
        rig.report(.opened(.sample))
        #expect(rig.machine.state == .ready)
        #expect(!rig.log.contains("onReady"))
    }

    @Test func emptyListsAndWrongIndexesAreRefused() {
        var rig = MachineRig()
        rig.send(.load(items: [], index: 0), .load(items: [.sample], index: 1), .load(items: [.sample], index: -1))
        #expect(rig.log == ["onWarning 320630", "onWarning 320641", "onWarning 320641"])
        #expect(rig.machine.state == .idle)
    }

    @Test func seekAndPlayAfterALoadBelongToTheNewItem() {
        var rig = MachineRig.playing()
        rig.send(.load(items: [.sample], index: 0), .seek(id: 1, target: 4, precision: .exact), .play(.external))
        rig.report(.closed)
        rig.report(.opened(.sample), .seeked(id: 1, position: 4))
        #expect(rig.emitted.filter { $0.hasPrefix("seek") } == ["seek 1 finished"])
        #expect(rig.log.last == "engine start")
        #expect(rig.machine.position == 4)
    }

    @Test func stopAfterALoadCancelsIt() {
        var rig = MachineRig.playing()
        rig.send(.load(items: [.sample], index: 0), .stop)
        rig.report(.closed)
        #expect(rig.log.last == "onIdle stopped from playing")
        #expect(rig.machine.state == .idle)
    }

    @Test func nextAndPreviousMoveInTheListAndNextWrapsAround() {
        var rig = MachineRig.playing(items: 2)
        rig.send(.next)
        rig.report(.closed)
        rig.report(.opened(.sample))
        #expect(rig.machine.currentIndex == 1)
        #expect(rig.emitted.contains("onPlayAttempt playlist"))
        rig.send(.next)
        rig.report(.closed)
        #expect(rig.machine.currentIndex == 0)
        rig.send(.next, .next, .next)
        rig.report(.closed)
        #expect(rig.machine.currentIndex == 1)
    }

    @Test func previousAtTheFirstSeeksToItsStart() {
        var rig = MachineRig.playing(items: 2)
        rig.send(.previous)
        #expect(rig.emitted == ["onSeek 0.0 from 1.0", "→ seeking"])
        rig.report(.seeked(id: -1, position: 0))
        #expect(rig.emitted.suffix(3) == ["→ playing", "onSeeked 0.0", "onTime 0.0 of 10.0"])
    }

    @Test func previousAtTheFirstReplacesASeekThatIsKeptUntilReady() {
        var rig = MachineRig()
        rig.send(.load(items: [.sample], index: 0), .seek(id: 1, target: 3, precision: .exact), .previous)
        #expect(rig.emitted.suffix(3) == ["onSeek 3.0 from 0.0", "seek 1 interrupted", "onSeek 0.0 from 0.0"])
        rig.report(.opened(.sample))
        rig.clear()
        rig.report(.seeked(id: -1, position: 0))
        #expect(rig.emitted.contains("onSeeked 0.0") && rig.machine.state == .paused)
    }

    @Test func previousAtTheFirstReplacesASeekThatIsKeptForALoadedList() {
        var rig = MachineRig.playing(items: 2)
        rig.send(.load(items: ItemDescription.samples, index: 0), .seek(id: 1, target: 3, precision: .exact), .previous)
        #expect(rig.emitted.suffix(3) == ["onSeek 3.0 from 0.0", "seek 1 interrupted", "onSeek 0.0 from 0.0"])
        rig.report(.closed)
        #expect(rig.machine.items.count == 3 && rig.machine.currentIndex == 0)
        rig.report(.opened(.sample))
        rig.clear()
        rig.report(.seeked(id: -1, position: 0))
        #expect(rig.emitted.contains("onSeeked 0.0") && rig.machine.state == .paused)
    }

    @Test func nextWithoutIntentDoesNotPlay() {
        var rig = MachineRig.ready(items: 2)
        rig.send(.next)
        rig.report(.closed)
        rig.report(.opened(.sample))
        #expect(rig.machine.state == .ready)
    }

    @Test func nextWithNothingLoadedIsRefused() {
        var rig = MachineRig()
        rig.send(.next, .previous)
        #expect(rig.log == ["onWarning 320642", "onWarning 320642"])
    }
}
