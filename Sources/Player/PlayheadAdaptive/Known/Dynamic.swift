/// The rule DYNAMIC of dash.js (Spiteri, Sitaraman, Sparacio: "From Theory to Practice"): the throughput rule with a low buffer, BOLA-E
/// with a high one.
package struct Dynamic: RungPolicy {
    /// The buffer in seconds above which BOLA-E is used, and below which the throughput rule is.
    private static let high = 10.0
    private static let low = 5.0

    private var bola = EnhancedBola()
    private var rule = ThroughputRule()
    private var usesBola = false

    /// Makes a policy without measurements.
    package init() {}

    /// The estimated throughput.
    package var expectedThroughput: Double? { rule.expectedThroughput }

    /// Chooses with the active rule.
    package mutating func choose(for situation: FetchSituation) -> FetchChoice {
        let buffered = ClearSituation(situation).buffer
        usesBola = usesBola ? buffered >= Self.low : buffered > Self.high
        return usesBola ? bola.choose(for: situation) : rule.choose(for: situation)
    }

    /// Reviews with the active rule.
    package mutating func review(_ progress: TransferProgress, in situation: FetchSituation) -> TransferVerdict {
        usesBola ? bola.review(progress, in: situation) : rule.review(progress, in: situation)
    }

    /// Updates both rules.
    package mutating func finish(_ transfer: TransferProgress, verdict: TransferVerdict, at time: Double, in situation: FetchSituation) {
        bola.finish(transfer, verdict: verdict, at: time, in: situation)
        rule.finish(transfer, verdict: verdict, at: time, in: situation)
    }

    /// Reports the wait to BOLA-E.
    package mutating func waited(_ seconds: Double) { bola.waited(seconds) }

    /// Resets the policy.
    package mutating func startOver(memory: ThroughputMemory?) { self = Dynamic() }
}
