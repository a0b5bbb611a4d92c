/// The rule of dash.js, DYNAMIC (Spiteri, Sitaraman, Sparacio: "From Theory to Practice"): the throughput rule while little is buffered, BOLA-E while much is.
public struct Dynamic: RungPolicy {
    /// Seconds of buffer above which BOLA-E takes over, and below which it gives back.
    private static let high = 10.0
    private static let low = 5.0

    private var bola = EnhancedBola()
    private var rule = ThroughputRule()
    private var usesBola = false

    /// A policy that knows nothing.
    public init() {}

    /// The throughput of late.
    public var expectedThroughput: Double? { rule.expectedThroughput }

    /// What the rule says whose turn it is.
    public mutating func choose(for situation: FetchSituation) -> FetchChoice {
        let buffered = ClearSituation(situation).buffer
        usesBola = usesBola ? buffered >= Self.low : buffered > Self.high
        return usesBola ? bola.choose(for: situation) : rule.choose(for: situation)
    }

    /// What the rule says whose turn it is.
    public mutating func review(_ progress: TransferProgress, in situation: FetchSituation) -> TransferVerdict {
        usesBola ? bola.review(progress, in: situation) : rule.review(progress, in: situation)
    }

    /// Both learn.
    public mutating func finish(_ transfer: TransferProgress, verdict: TransferVerdict, at time: Double, in situation: FetchSituation) {
        bola.finish(transfer, verdict: verdict, at: time, in: situation)
        rule.finish(transfer, verdict: verdict, at: time, in: situation)
    }

    /// BOLA-E counts it.
    public mutating func waited(_ seconds: Double) { bola.waited(seconds) }

    /// Forgets everything.
    public mutating func startOver(memory: ThroughputMemory?) { self = Dynamic() }
}
