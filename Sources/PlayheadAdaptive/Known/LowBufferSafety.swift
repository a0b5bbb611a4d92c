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
