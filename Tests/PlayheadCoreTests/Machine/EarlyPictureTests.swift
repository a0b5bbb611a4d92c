import PlayheadCore
import Testing

/// The first picture may be shown during opening only if playback is intended from the start of the item.
@Suite struct EarlyPictureTests {
    @Test func anItemIsOpenedToPlayFromItsStartUntilItIsReadyPausedOrSought() {
        var rig = MachineRig()
        rig.send(.load(items: [.sample], index: 0))
        #expect(!rig.machine.opensToPlayFromStart)
        rig.send(.play(.external))
        #expect(rig.machine.opensToPlayFromStart)
        rig.send(.pause(.external))
        #expect(!rig.machine.opensToPlayFromStart)
        rig.send(.play(.external), .seek(id: 1, target: 5, precision: .exact))
        #expect(!rig.machine.opensToPlayFromStart)
    }

    @Test func anOpenItemStandsBeforeItsStartWhilePlaybackIsNotIntended() {
        var rig = MachineRig()
        rig.send(.load(items: [.sample], index: 0))
        #expect(!rig.machine.standsBeforeStart)
        rig.report(.opened(.sample))
        #expect(rig.machine.state == .ready && rig.machine.standsBeforeStart)
        rig.holdsCheckpoints = true
        rig.send(.play(.external))
        #expect(!rig.machine.standsBeforeStart)
        rig.send(.pause(.external))
        #expect(rig.machine.state == .paused && rig.machine.standsBeforeStart)
        #expect(!MachineRig.paused().machine.standsBeforeStart)
        rig.send(.seek(id: 1, target: 5, precision: .exact))
        rig.report(.seeked(id: 1, position: 5))
        #expect(rig.machine.state == .paused && !rig.machine.standsBeforeStart)
    }
}
