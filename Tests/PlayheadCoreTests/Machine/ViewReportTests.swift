import PlayheadCore
import Testing

@Suite struct ViewReportTests {
    @Test func fullscreenHasTheReasonOfItsRequestAndIsTheSystemsWithoutOne() {
        var rig = MachineRig()
        rig.send(
            .view(.fullscreenRequested(true, reason: .interaction)), .view(.fullscreen(true)), .view(.fullscreen(false)),
            .view(.fullscreenRequested(true)), .view(.fullscreen(true)))
        #expect(rig.events.compactMap { ($0 as? FullscreenRequestedEvent)?.reason } == [.interaction, .external])
        #expect(rig.events.compactMap { ($0 as? FullscreenEvent)?.reason } == [.interaction, .system, .external])
    }

    @Test func visibilityIsReportedOnChanges() {
        var rig = MachineRig()
        rig.send(.view(.viewable(true)), .view(.viewable(true)), .view(.viewable(false)))
        #expect(rig.events.compactMap { ($0 as? ViewableEvent)?.isViewable } == [true, false])
    }
}
