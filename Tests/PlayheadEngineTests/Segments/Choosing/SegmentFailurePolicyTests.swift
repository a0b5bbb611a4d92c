import Testing

@testable import PlayheadEngine

@Suite("Decisions about a segment that failed to load")
struct SegmentFailurePolicyTests {
    private func decision(_ change: (inout SegmentFailurePolicy.Failure) -> Void) -> SegmentFailurePolicy.Decision {
        var failure = SegmentFailurePolicy.Failure()
        change(&failure)
        return SegmentFailurePolicy().decide(failure)
    }

    @Test("A segment that may appear is retried for two seconds")
    func appearing() {
        let decisions = (1...6).map { tries in
            decision {
                $0.mayAppear = true
                $0.tries = tries
            }
        }
        #expect(decisions == Array(repeating: .retry(after: 0.5), count: 4) + [.skip, .skip])
    }

    @Test("A segment with which the origin is late is retried as long as it is awaited, even if another rung has it")
    func late() { #expect(decision { ($0.isAwaited, $0.hasAlternative, $0.tries) = (true, true, 99) } == .retry(after: 0)) }

    @Test("An alternative is tried before the segment is skipped, and the segment is skipped before loading ends")
    func order() {
        #expect(decision { $0.hasAlternative = true } == .alternative)
        #expect(decision { ($0.hasAlternative, $0.skipped) = (true, 9) } == .alternative)
        #expect((0...4).map { skipped in decision { $0.skipped = skipped } } == [.skip, .skip, .skip, .giveUp, .giveUp])
    }

    @Test("A missing end is not a gap")
    func end() { #expect(decision { $0.hasNext = false } == .giveUp) }
}
