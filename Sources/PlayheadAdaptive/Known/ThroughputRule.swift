/// The throughput rule of dash.js as sabre has it: nine tenths of what is expected, less while little is buffered; a transfer that would take much longer
/// than the segment plays is abandoned.
public struct ThroughputRule: RungPolicy {
    /// The share of the throughput that is used.
    private static let share = 0.9
    /// Seconds since the request before a transfer may be abandoned.
    private static let grace = 0.5
    /// How many times its duration a segment may take.
    private static let patience = 1.8

    private var throughput = AverageThroughput()
    private var safety = LowBufferSafety()

    /// A policy that knows nothing.
    public init() {}

    /// The throughput of late.
    public var expectedThroughput: Double? { throughput.rate }

    /// The highest rung that comes within its duration.
    public mutating func choose(for situation: FetchSituation) -> FetchChoice {
        guard let rate = throughput.rate else { return FetchChoice(rung: 0) }
        let clear = ClearSituation(situation)
        let rung = throughput.rung(at: rate * Self.share, bitrates: clear.bitrates, segment: clear.segment)
        return FetchChoice(rung: safety.rung(below: rung, throughput, in: clear) ?? rung)
    }

    /// Abandons what would take too long.
    public mutating func review(_ progress: TransferProgress, in situation: FetchSituation) -> TransferVerdict {
        let clear = ClearSituation(situation)
        let seconds = progress.elapsed - (progress.timeToFirstByte ?? 0)
        guard progress.elapsed >= Self.grace, seconds > 0, progress.rung > 0, progress.rung < clear.bitrates.count,
            let expected = progress.bytesExpected
        else { return .goOn }
        let rate = Double(progress.bytesReceived) * 8 / seconds
        let left = Double(expected - progress.bytesReceived) * 8
        guard progress.elapsed + left / rate > Self.patience * clear.segment else { return .goOn }
        let rung = throughput.rung(at: rate * Self.share, bitrates: clear.bitrates, segment: clear.segment)
        let size = Double(expected) * 8 * clear.bitrates[rung] / clear.bitrates[progress.rung]
        return rung < progress.rung && size < left ? .abandon(rung: rung) : .goOn
    }

    /// Learns the throughput.
    public mutating func finish(_ transfer: TransferProgress, verdict: TransferVerdict, at time: Double, in situation: FetchSituation) {
        guard verdict == .goOn else { return }
        throughput.push(transfer, in: situation)
    }

    /// Forgets everything.
    public mutating func startOver(memory: ThroughputMemory?) { self = ThroughputRule() }
}
