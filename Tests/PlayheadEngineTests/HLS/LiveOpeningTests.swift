import PlayheadOrigin
import TestSupport
import Testing

@testable import PlayheadEngine

extension IdleClock {
    @Suite("Opening of live streams", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
    struct LiveOpeningTests {
        @Test(
            "What is listed suffices: opening does not wait for the next part, or segment, of an origin that blocks reloads",
            arguments: [true, false])
        func blockingReload(isLowLatency: Bool) async throws {
            let options = LiveOptions(parts: isLowLatency ? .resources : nil, canBlockReload: true)
            let rig = try await FaultRig(.live(.hlsLowLatency, options)) { $0.pacing = .realTime }
            let began = rig.clock.now
            try await rig.play(0)
            #expect(rig.isOpen && rig.clock.now == began, "\(rig.clock.now - began) s")
            try await rig.close()
        }
    }
}
