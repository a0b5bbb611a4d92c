import Testing

@testable import PlayheadAdaptive

@Suite("Value tables that policies share")
struct SharedTablesTests {
    private static let situation = FetchSituation(
        bitrates: [400_000, 900_000, 2_000_000], segmentDuration: 4, buffered: 10, bufferLimit: 30, currentRung: 1, highestRung: 2)

    private func decide(_ policy: inout AdaptivePolicy) -> [Int] {
        (0..<20).map { number in
            let sample = TransferSample(
                bytes: 400_000, elapsed: 1 + Double(number % 7) / 3, timeToFirstByte: 0.05, endTime: Double(2 * number))
            policy.record(sample, segmentDuration: 4)
            return policy.choose(for: Self.situation).rung
        }
    }

    @Test("A policy decides the same with shared tables as with its own")
    func decisions() {
        var (own, shared, second) = (AdaptivePolicy(), AdaptivePolicy(sharesTables: true), AdaptivePolicy(sharesTables: true))
        let expected = decide(&own)
        #expect(decide(&shared) == expected)
        #expect(decide(&second) == expected)
    }

    @Test("A known table is not computed again, and their number is bounded")
    func reuse() throws {
        let tables = SharedTables(maximumCount: 2)
        let space = PlanningSpace(ClearSituation(Self.situation), latency: 0.1)
        var computed = 0
        func table(_ level: Int) -> ValueTable {
            let key = Planner.Key(settings: AdaptiveSettings(), space: space, level: level, spread: 0, kind: 0)
            return tables.table(for: key) {
                computed += 1
                return ValueTable(space: space, level: 14, spread: 0.2, kind: DeviationTracker.kinds[0], settings: AdaptiveSettings())
            }
        }
        _ = (table(1), table(1), table(2))
        #expect(computed == 2 && tables.count == 2)
        _ = table(3)
        #expect(tables.count == 1)
    }
}
