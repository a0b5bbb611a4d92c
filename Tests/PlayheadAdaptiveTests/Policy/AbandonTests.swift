import PlayheadAdaptive
import Testing

@Suite("Abandoning a transfer")
struct AbandonTests {
    private let size = Int(saturating: 2962e3 * 3 / 8, rounding: .towardZero)

    @Test("A transfer that arrives as expected continues to its end")
    func steady() {
        var policy = Situations.policy(rate: 4e6)
        for step in 1...40 {
            let elapsed = Double(step) * 0.05
            let progress = TransferProgress(
                rung: 7, bytesReceived: Int(saturating: 4e6 / 8 * (elapsed - 0.05), rounding: .towardZero), bytesExpected: size,
                elapsed: elapsed, timeToFirstByte: 0.05)
            #expect(policy.review(progress, in: Situations.situation(buffered: 10 - elapsed)) == .goOn)
        }
    }

    @Test("A transfer that nearly stops with a low buffer is abandoned for a lower rung, not at once but within two seconds")
    func dropped() {
        var policy = Situations.policy(rate: 4e6)
        let given = abandonment(of: &policy)
        #expect(
            given.map { $0.rung < 7 && $0.elapsed >= policy.settings.abandonGrace && $0.elapsed < 2 } == true,
            "\(String(describing: given))")
    }

    @Test("The lowest rung is never abandoned, and no transfer for the same rung")
    func lowest() {
        var policy = Situations.policy(rate: 4e6)
        for received in [0, 1, 1000] {
            let progress = TransferProgress(rung: 0, bytesReceived: received, elapsed: 20, timeToFirstByte: 0.05)
            #expect(policy.review(progress, in: Situations.situation(buffered: 0)) == .goOn)
        }
    }

    @Test("A nearly complete transfer is not abandoned")
    func nearlyThere() {
        var policy = Situations.policy(rate: 4e6)
        let progress = TransferProgress(
            rung: 7, bytesReceived: size - 10_000, bytesExpected: size, elapsed: 8, timeToFirstByte: 0.05)
        #expect(policy.review(progress, in: Situations.situation(buffered: 0)) == .goOn)
    }

    @Test("After an abandoned transfer a lower rung is chosen until a segment has arrived, so that abandoning ends")
    func ceiling() {
        var policy = Situations.policy(rate: 50e6)
        let given = abandonment(of: &policy)
        #expect(given != nil)
        // Even if the network is fast again at once.
        #expect(policy.choose(for: Situations.situation()).rung < 7)
        let sample = TransferSample(bytes: 100_000, elapsed: 0.1, timeToFirstByte: 0.05, endTime: 100)
        policy.record(sample, segmentDuration: 3)
        Situations.learn(&policy, rate: 50e6, segments: 8)
        #expect(policy.choose(for: Situations.situation()).rung == 9)
    }

    @Test("A late first byte alone abandons nothing for a second")
    func lateFirstByte() {
        var policy = Situations.policy(rate: 4e6)
        let progress = TransferProgress(rung: 7, bytesReceived: 0, elapsed: 1)
        #expect(policy.review(progress, in: Situations.situation(buffered: 4)) == .goOn)
    }

    /// Returns the abandonment of a transfer of rung 7 with only 50 kbit/s and a buffer of 4 s.
    private func abandonment(of policy: inout AdaptivePolicy) -> (rung: Int, elapsed: Double)? {
        for step in 1...100 {
            let elapsed = Double(step) * 0.05
            let progress = TransferProgress(
                rung: 7, bytesReceived: Int(saturating: 50e3 / 8 * elapsed, rounding: .towardZero), bytesExpected: size, elapsed: elapsed,
                timeToFirstByte: 0.05)
            if case .abandon(let rung) = policy.review(progress, in: Situations.situation(buffered: 4 - min(elapsed, 4))) {
                return (rung, elapsed)
            }
        }
        return nil
    }
}
