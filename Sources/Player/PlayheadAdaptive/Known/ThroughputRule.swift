/// The throughput rule of dash.js as in sabre: nine tenths of the expected throughput, less with a low buffer; a transfer that would take
/// much longer than the segment plays is abandoned.
package struct ThroughputRule: RungPolicy {
    /// The share of the throughput that is used.
    private static let share = 0.9
    /// The minimum age of a transfer, in seconds since the request, before it may be abandoned.
    private static let grace = 0.5
    /// The maximum ratio of transfer time to segment duration.
    private static let maximumRatio = 1.8

    private var throughput = AverageThroughput()
    private var safety = LowBufferSafety()

    /// Makes a policy without measurements.
    package init() {}

    /// The estimated throughput.
    package var expectedThroughput: Double? { throughput.rate }

    /// Chooses the highest rung that downloads within its duration.
    package mutating func choose(for situation: FetchSituation) -> FetchChoice {
        guard let rate = throughput.rate else { return FetchChoice(rung: 0) }
        let clear = ClearSituation(situation)
        let rung = throughput.rung(at: rate * Self.share, bitrates: clear.bitrates, segment: clear.segment)
        return FetchChoice(rung: safety.rung(below: rung, throughput, in: clear) ?? rung)
    }

    /// Abandons a transfer that would take too long.
    package mutating func review(_ progress: TransferProgress, in situation: FetchSituation) -> TransferVerdict {
        let clear = ClearSituation(situation)
        let seconds = progress.elapsed - (progress.timeToFirstByte ?? 0)
        guard progress.elapsed >= Self.grace, seconds > 0, progress.rung > 0, progress.rung < clear.bitrates.count,
            let expected = progress.bytesExpected
        else { return .goOn }
        let rate = Double(progress.bytesReceived) * 8 / seconds
        let left = Double(expected - progress.bytesReceived) * 8
        guard progress.elapsed + left / rate > Self.maximumRatio * clear.segment else { return .goOn }
        let rung = throughput.rung(at: rate * Self.share, bitrates: clear.bitrates, segment: clear.segment)
        let size = Double(expected) * 8 * clear.bitrates[rung] / clear.bitrates[progress.rung]
        return rung < progress.rung && size < left ? .abandon(rung: rung) : .goOn
    }

    /// Updates the throughput.
    package mutating func finish(_ transfer: TransferProgress, verdict: TransferVerdict, at time: Double, in situation: FetchSituation) {
        guard verdict == .goOn else { return }
        throughput.push(transfer, in: situation)
    }

    /// Resets the policy.
    package mutating func startOver(memory: ThroughputMemory?) { self = ThroughputRule() }
}

/// The rule of dash.js for a low buffer: a segment has to arrive within a share of the buffer, which decreases from nine tenths to a half.
struct LowBufferSafety: Sendable {
    private var share = 0.9

    /// Returns the rung below `rung` that is safe, `nil` if `rung` itself is safe.
    mutating func rung(below rung: Int, _ throughput: AverageThroughput, in situation: ClearSituation) -> Int? {
        let safe = share * (situation.buffer - throughput.latency) * (throughput.rate ?? 0)
        share = max(share * 0.9, 0.5)
        return (0..<rung).first { situation.bitrates[$0 + 1] * situation.segment > safe }
    }
}
