import Foundation
import PlayheadCore
import PlayheadTestKit
import Testing

@testable import PlayheadEngine

@Suite("Low latency", .enabled(if: Samples.areThere), .timeLimit(.minutes(2)), .serialized)
struct LowLatencyTests {
    @Test("the distance from what is on air stays within the hold-back and half a second, and nothing stalls", arguments: [true, false])
    func latency(isContinuous: Bool) async throws {
        let start = 1_700_000_000.0
        let url = try await Samples.url(.hlsLowLatency)
        let options = LiveOptions(startDate: start, isContinuous: isContinuous, parts: .resources)
        let day = SimulatedDay(try LiveBroadcast(of: url, options: options, isKept: true))
        try await day.open()
        day.told.withLock { $0.positions = [] }
        day.engine.send(.start)
        try await day.run(90, settlingEvery: 0.02)
        let told = day.told.withLock { $0 }
        let holdBack = 1.0
        let late = (told.positions ?? []).dropFirst(50).compactMap { time, position -> Double? in
            told.dates.date(at: position).map { start + time - $0 }
        }
        #expect(late.count > 700)
        #expect(late.max() ?? .infinity <= holdBack + 0.5, "\(late.min() ?? 0) to \(late.max() ?? 0) s")
        #expect(told.waits.allSatisfy { $0.reason != .stalled }, "\(told.waits.prefix(3))")
        #expect(told.warnings.isEmpty && told.failures.isEmpty, "\(told.warnings.prefix(3))")
        #expect(day.engine.statistics.framesDropped == 0)
        try await day.close()
    }
}
