import Testing

@testable import PlayheadEngine

@Suite("What to do about a segment that can't be had")
struct SegmentFailurePolicyTests {
    private func decision(_ change: (inout SegmentFailurePolicy.Failure) -> Void) -> SegmentFailurePolicy.Decision {
        var failure = SegmentFailurePolicy.Failure()
        change(&failure)
        return SegmentFailurePolicy().decide(failure)
    }

    @Test("what may appear is waited for, for two seconds")
    func appearing() {
        let decisions = (1...6).map { tries in
            decision {
                $0.mayAppear = true
                $0.tries = tries
            }
        }
        #expect(decisions == Array(repeating: .retry(after: 0.5), count: 4) + [.skip, .skip])
    }

    @Test("it is taken from elsewhere before it is left out, and left out before all ends")
    func order() {
        #expect(decision { $0.hasAlternative = true } == .alternative)
        #expect(decision { ($0.hasAlternative, $0.skipped) = (true, 9) } == .alternative)
        #expect((0...4).map { skipped in decision { $0.skipped = skipped } } == [.skip, .skip, .skip, .giveUp, .giveUp])
    }

    @Test("a missing end is no hole")
    func end() { #expect(decision { $0.hasNext = false } == .giveUp) }
}
