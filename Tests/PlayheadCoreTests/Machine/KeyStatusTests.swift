import Testing

@testable import PlayheadCore

@Suite("The status of content keys in the machine")
struct KeyStatusTests {
    private func statuses(_ rig: MachineRig) -> [ContentKeyStatus] { rig.events.compactMap { ($0 as? KeyStatusEvent)?.status } }

    /// A machine with a key that became usable while its item was being opened.
    private func opened() -> MachineRig {
        var rig = MachineRig()
        rig.send(.load(items: ItemDescription.samples, index: 0), .play(.external))
        rig.report(.keyStatus(.sample, .statusPending, system: "CDM"), .keyStatus(.sample, .usable, system: "CDM"), .opened(.sample))
        return rig
    }

    @Test("Changes are emitted from the opening of an item on, and all keys are released before it is closed or fails")
    func closing() {
        let endings: [(inout MachineRig) -> Void] = [
            { $0.send(.stop) }, { $0.send(.next) }, { $0.send(.selectItem(2)) },
            { $0.report(.failed(PlaybackError(.decoding))) }, { $0.report(.keyStatus(.sample, .released, system: "CDM")) },
        ]
        for end in endings {
            var rig = opened()
            #expect(statuses(rig) == [.statusPending, .usable])
            let playback = rig.machine.playback
            end(&rig)
            #expect(statuses(rig) == [.statusPending, .usable, .released])
            // The engine reports the same afterwards.
            rig.send(.engine(playback: playback, .keyStatus(.sample, .released, system: "CDM")), .engine(playback: playback, .closed))
            #expect(statuses(rig).count == 3)
        }
    }

    @Test("After a release nothing is emitted")
    func release() {
        var rig = opened()
        rig.send(.release)
        #expect(statuses(rig) == [.statusPending, .usable])
    }
}
