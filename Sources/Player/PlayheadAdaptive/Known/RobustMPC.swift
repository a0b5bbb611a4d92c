import Foundation

/// RobustMPC (Yin, Jindal, Sekar, Sinopoli: "A Control-Theoretic Approach for Dynamic Adaptive Video Streaming over HTTP"): the best plan
/// for the next five segments at one throughput, the harmonic mean of the last five reduced by the maximum recent error. It never abandons
/// a transfer.
///
/// Quality is the logarithm of the bit rate, the cost of a stall is that of the score, and the cost of a switch is the difference in
/// quality.
package struct RobustMPC: RungPolicy {
    private static let horizon = 5
    /// The cost of a stall of one segment's duration.
    private static let stallCost = AdaptiveSimulation.rebufferPenalty

    /// The rates of the last segments in bits per second, including their latencies.
    private var rates: [Double] = []
    /// The relative errors of the predictions of these rates.
    private var errors: [Double] = []
    private var forecast: Double?

    /// Makes a policy without measurements.
    package init() {}

    /// The harmonic mean of the last segments, reduced by the maximum recent error.
    package var expectedThroughput: Double? { mean.map { $0 / (1 + (errors.max() ?? 0)) } }

    private var mean: Double? { rates.isEmpty ? nil : Double(rates.count) / rates.reduce(0) { $0 + 1 / $1 } }

    /// Chooses the first step of the best plan.
    package mutating func choose(for situation: FetchSituation) -> FetchChoice {
        guard let rate = expectedThroughput else { return FetchChoice(rung: 0) }
        forecast = mean
        let clear = ClearSituation(situation)
        let steps = min(Self.horizon, clear.remaining ?? Self.horizon)
        var search = Search(situation: clear, rate: rate, steps: steps)
        search.extend(value: 0, buffer: clear.buffer, last: clear.current, step: 0, first: 0)
        return FetchChoice(rung: search.best)
    }

    /// The search over all plans, except those that cannot be better than the best one so far.
    private struct Search {
        let situation: ClearSituation
        let rate: Double
        let steps: Int
        var best = 0
        private var bestValue = -Double.infinity

        init(situation: ClearSituation, rate: Double, steps: Int) {
            self.situation = situation
            self.rate = rate
            self.steps = steps
        }

        mutating func extend(value: Double, buffer: Double, last: Int?, step: Int, first: Int) {
            guard step < steps else {
                if value > bestValue {
                    bestValue = value
                    best = first
                }
                return
            }
            let highest = situation.utilities[situation.utilities.count - 1]
            guard value + Double(steps - step) * highest > bestValue else { return }
            for rung in situation.bitrates.indices.reversed() {
                // Only the rung is known of the segments after the next one.
                let bits = step == 0 ? situation.sizes[rung] : situation.bitrates[rung] * situation.segment
                let time = bits / rate
                var gain = situation.utilities[rung] - RobustMPC.stallCost * max(time - buffer, 0) / situation.segment
                if let last { gain -= abs(situation.utilities[rung] - situation.utilities[last]) }
                let after = min(max(buffer - time, 0) + situation.segment, situation.limit)
                extend(value: value + gain, buffer: after, last: rung, step: step + 1, first: step == 0 ? rung : first)
            }
        }
    }

    /// Always continues.
    package mutating func review(_ progress: TransferProgress, in situation: FetchSituation) -> TransferVerdict { .goOn }

    /// Updates the throughput and the errors of the predictions.
    package mutating func finish(_ transfer: TransferProgress, verdict: TransferVerdict, at time: Double, in situation: FetchSituation) {
        guard transfer.bytesReceived > 0, transfer.elapsed > 0, transfer.elapsed < 86_400 else { return }
        let rate = Double(transfer.bytesReceived) * 8 / max(transfer.elapsed, 0.001)
        if let forecast { errors = Array((errors + [abs(forecast - rate) / rate]).suffix(Self.horizon)) }
        rates = Array((rates + [rate]).suffix(Self.horizon))
    }

    /// Resets the policy.
    package mutating func startOver(memory: ThroughputMemory?) { self = RobustMPC() }
}
