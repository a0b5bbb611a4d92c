import PlayheadCore
import PlayheadOrigin
import TestSupport
import Testing

@testable import PlayheadEngine

/// Low latency on a clock that the test moves: the distance between broadcast and presentation, by the dates of the origin.
@Suite("Low latency", .tags(.idleClock), .enabled(if: Samples.areThere), .timeLimit(.minutes(10)), .serialized)
struct LowLatencyTests {
    /// `PART-HOLD-BACK` of the sample, in seconds.
    private static let holdBack = 1.064

    @Test(
        "Pictures are shown within 0.1 s of the hold-back after their broadcast, and nothing stalls", arguments: [true, false])
    func latency(isContinuous: Bool) async throws {
        let start = 1_700_000_000.0
        let options = LiveOptions(startDate: start, isContinuous: isContinuous, parts: .resources)
        let rig = try await FaultRig(.live(.hlsLowLatency, options)) { $0.pacing = .realTime }
        try await rig.play(0)
        var late: [Double] = []
        var dates: DateMap?
        var emitted = 0
        try await rig.run(for: TestScale.pick(long: 600, short: 3)) {
            let reports = rig.rig.log.all
            for case .dates(let map) in reports.dropFirst(emitted) { dates = map }
            emitted = reports.count
            guard let shown = rig.rig.screen.shown.last?.time, let date = dates?.date(at: shown) else { return false }
            late.append(start + rig.clock.now - rig.loader.base.startTime - date)
            return false
        }
        #expect(late.count > 50)
        let settled = late.dropFirst(late.count / 2)
        let range = "\(settled.min() ?? 0) to \(settled.max() ?? 0) s, \(late.first ?? 0) s at the start"
        #expect(settled.allSatisfy { abs($0 - Self.holdBack) <= 0.1 }, Comment(rawValue: range))
        #expect(late.allSatisfy { $0 <= Self.holdBack + 0.2 }, "\(late.max() ?? 0)")
        #expect(!rig.rig.waits.contains(.stalled) && rig.rig.warnings.isEmpty && rig.failure == nil, "\(rig.rig.warnings.prefix(3))")
        #expect(rig.rig.engine.statistics.framesDropped == 0)
        let times = rig.rig.screen.shown.map(\.time)
        // Where the recording is repeated, its audio is slightly longer than its video.
        let missing = 0.06
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 && $1 - $0 < missing }, "a picture is missing")
        try await rig.close()
    }
}
