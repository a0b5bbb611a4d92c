import PlayheadCore
import Testing

/// The source of the request to play: a configured start is the reason of the first start only.
@Suite struct PlayReasonTests {
    private static func started() -> MachineRig {
        var rig = MachineRig.ready(autoplay: true)
        rig.report(.started(position: 0), .firstFrame, .progress(position: 1))
        return rig
    }

    private func reasons(_ rig: MachineRig) -> [PlayReason] { rig.events.compactMap { ($0 as? PlayEvent)?.reason } }

    @Test func theStartIsAutomatic() {
        #expect(reasons(Self.started()) == [.autostart])
    }

    @Test(arguments: [MachineInput.seek(id: 1, target: 5, precision: .exact), .seek(id: 1, target: 0, precision: .keyFrame)])
    func whoeverSeeksAsksForPlayingThere(seek: MachineInput) {
        var rig = Self.started()
        rig.send(seek)
        rig.report(.seekLeftBuffer(id: 1), .seeked(id: 1, position: 5), .started(position: 5))
        #expect(reasons(rig) == [.autostart, .external])
    }

    @Test func aSeekBeforeTheStartLeavesItAutomatic() {
        var rig = MachineRig(autoplay: true)
        rig.send(.load(items: [.sample], index: 0), .seek(id: 1, target: 5, precision: .exact))
        rig.report(.opened(.sample), .seeked(id: 1, position: 5), .started(position: 5))
        #expect(reasons(rig) == [.autostart])
    }

    @Test func aSeekOfTheViewersPlayingStaysTheirs() {
        var rig = MachineRig.ready()
        rig.send(.play(.interaction))
        rig.report(.started(position: 0), .firstFrame)
        rig.send(.seek(id: 1, target: 5, precision: .exact))
        rig.report(.seekLeftBuffer(id: 1), .seeked(id: 1, position: 5), .started(position: 5))
        #expect(reasons(rig) == [.interaction, .interaction])
    }

    @Test func afterAnInterruptionItIsTheInterruptionsEnd() {
        var rig = Self.started()
        rig.send(.pause(.interruption))
        rig.report(.paused(position: 2))
        rig.send(.play(.interruption))
        rig.report(.started(position: 2))
        #expect(reasons(rig) == [.autostart, .interruption])
        #expect(rig.events.compactMap { $0 as? StateChangeEvent }.contains { $0.newState == .play && $0.reason == .interruption })
    }
}
