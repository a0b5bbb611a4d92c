import Foundation

/// The throughput as dash.js and sabre estimate it: the lower of two exponential averages with half-lives of 3 s and 8 s.
struct AverageThroughput {
    private let halfLives = [8.0, 3.0]
    private var rates = [0.0, 0.0]
    private var latencies = [0.0, 0.0]
    private var seconds = 0.0
    private var count = 0.0
    /// The estimate in bits per second; `nil` before the first transfer.
    private(set) var rate: Double?
    /// The latency in seconds.
    private(set) var latency = 0.0

    private mutating func push(bits: Double, seconds time: Double, latency newLatency: Double, segment: Double) {
        seconds += time
        count += 1
        var careful = Double.infinity
        latency = 0
        for (index, halfLife) in halfLives.enumerated() {
            let keep = exp2(-time / halfLife)
            rates[index] = keep * rates[index] + (1 - keep) * bits / time
            careful = min(careful, rates[index] / (1 - exp2(-seconds / halfLife)))
            let keepLatency = exp2(-segment / halfLife)
            latencies[index] = keepLatency * latencies[index] + (1 - keepLatency) * newLatency
            latency = max(latency, latencies[index] / (1 - exp2(-count * segment / halfLife)))
        }
        rate = careful
    }

    /// Adds a finished transfer.
    mutating func push(_ transfer: TransferProgress, in situation: FetchSituation) {
        let elapsed = transfer.elapsed.clamped(to: 0.001...3600)
        let latency = (transfer.timeToFirstByte ?? 0).clamped(to: 0...max(0, elapsed))
        let bits = Double(max(transfer.bytesReceived, 1)) * 8
        push(
            bits: bits, seconds: max(elapsed - latency, 0.001), latency: latency,
            segment: situation.segmentDuration.clamped(to: 0.1...120))
    }

    /// Returns the highest rung that downloads within its duration at a rate.
    func rung(at rate: Double, bitrates: [Double], segment: Double) -> Int {
        var rung = 0
        while rung + 1 < bitrates.count, latency + segment * bitrates[rung + 1] / rate <= segment { rung += 1 }
        return rung
    }
}
