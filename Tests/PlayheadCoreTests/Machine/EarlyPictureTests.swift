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
}
