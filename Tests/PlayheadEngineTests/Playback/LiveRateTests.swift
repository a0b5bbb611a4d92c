import PlayheadCore
import PlayheadOrigin
import PlayheadSamples
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("Rates above 1 in live streams", .tags(.idleClock), .enabled(if: Samples.areThere), .timeLimit(.minutes(5)), .serialized)
struct LiveRateTests {
    @Test(
        "Playback that has caught up with the live position continues there without a stall, in HLS, DASH and low latency",
        arguments: [(false, nil), (true, nil), (false, .resources)] as [(Bool, LiveOptions.PartAddressing?)])
    func caughtUp(isDASH: Bool, parts: LiveOptions.PartAddressing?) async throws {
        let window = 16.0
        let options = LiveOptions(
            window: .dvr(window), startDate: 1_700_000_000, isContinuous: true, parts: parts, hasManifest: isDASH)
        let rig = try await FaultRig(.live(.hlsLowLatency, options)) { $0.pacing = .realTime }
        try await rig.play(0)
        rig.rig.engine.send(.setRate(2))
        rig.rig.engine.send(.seek(id: 1, target: 2, precision: .exact))
        var distances: [Double] = []
        var count = 0
        try await rig.run(for: 1.5 * window) {
            let reports = rig.rig.log.all
            var live: Double?
            for report in reports.dropFirst(count) {
                switch report {
                case .window(let window?): live = window.edge - window.targetLatency
                case .progress(let position): if let live { distances.append(live - position) }
                default: break
                }
            }
            count = reports.count
            return false
        }
        #expect(rig.failure == nil && !rig.rig.waits.contains(.stalled), "\(rig.rig.waits)")
        #expect(distances.max() ?? 0 > 0.25 * window)
        let last = distances.suffix(50)
        #expect(last.count == 50 && last.allSatisfy { abs($0) < 1 }, "\(last)")
        #expect(await rig.rig.engine.machine.rate == 2)
        try await rig.close()
    }
}
