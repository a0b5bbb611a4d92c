import PlayheadOrigin
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("Opening of live streams", .tags(.idleClock), .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct LiveOpeningTests {
    @Test("What is listed suffices: opening does not wait for the next segment of an origin that blocks reloads")
    func blockingReload() async throws {
        let options = LiveOptions(canBlockReload: true)
        let rig = try await FaultRig(.live(.hlsLowLatency, options)) { $0.pacing = .realTime }
        let began = rig.clock.now
        try await rig.play(0)
        #expect(rig.isOpen && rig.clock.now == began, "\(rig.clock.now - began) s")
        try await rig.close()
    }
}
