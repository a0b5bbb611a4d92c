import Foundation

/// BOLA (Spiteri, Urgaonkar, Sitaraman: "BOLA: Near-Optimal Bitrate Adaptation for Online Videos"), in its basic form: decides by the
/// buffer alone, except for steps up that the network cannot sustain. It never abandons a transfer.
package struct Bola: RungPolicy {
    private var throughput = AverageThroughput()
    private var last = 0
    /// The weight of uninterrupted playback relative to quality.
    private let gamma = 5.0

    /// Makes a policy without measurements.
    package init() {}

    /// The estimated throughput.
    package var expectedThroughput: Double? { throughput.rate }

    /// Chooses the rung with the best utility per byte at the current buffer.
    package mutating func choose(for situation: FetchSituation) -> FetchChoice {
        guard let rate = throughput.rate else { return FetchChoice(rung: 0) }
        let clear = ClearSituation(situation)
        let weight = max(clear.limit - clear.segment, 0.1) / ((clear.utilities.last ?? 0) + gamma)
        let scores = clear.bitrates.indices.map { (weight * (clear.utilities[$0] + gamma) - clear.buffer) / clear.bitrates[$0] }
        var rung = 0
        for candidate in scores.indices where scores[candidate] > scores[rung] { rung = candidate }
        var wait = 0.0
        let sustainable = throughput.rung(at: rate, bitrates: clear.bitrates, segment: clear.segment)
        if rung > last, rung > sustainable {
            if last > sustainable {
                rung = last
            } else {
                rung = sustainable
                if rung < clear.bitrates.count - 1 { wait = max(0, clear.buffer - weight * (clear.utilities[rung] + gamma)) }
            }
        }
        last = rung
        return FetchChoice(rung: rung, wait: wait)
    }

    /// Always continues.
    package mutating func review(_ progress: TransferProgress, in situation: FetchSituation) -> TransferVerdict { .goOn }

    /// Updates the throughput.
    package mutating func finish(_ transfer: TransferProgress, verdict: TransferVerdict, at time: Double, in situation: FetchSituation) {
        guard verdict == .goOn else { return }
        throughput.push(transfer, in: situation)
    }

    /// Resets the policy.
    package mutating func startOver(memory: ThroughputMemory?) { self = Bola() }
}
