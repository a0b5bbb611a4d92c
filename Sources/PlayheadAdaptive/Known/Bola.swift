import Foundation

/// BOLA (Spiteri, Urgaonkar, Sitaraman: "BOLA: Near-Optimal Bitrate Adaptation for Online Videos"), in its basic form: the buffer alone decides, but for
/// steps up that the network can't sustain. It never abandons.
public struct Bola: RungPolicy {
    private var throughput = AverageThroughput()
    private var last = 0
    /// What continuous playing is worth beside quality.
    private let gamma = 5.0

    /// A policy that knows nothing.
    public init() {}

    /// The throughput of late.
    public var expectedThroughput: Double? { throughput.rate }

    /// The rung whose utility for its bytes is best with what is buffered.
    public mutating func choose(for situation: FetchSituation) -> FetchChoice {
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

    /// Goes on, always.
    public mutating func review(_ progress: TransferProgress, in situation: FetchSituation) -> TransferVerdict { .goOn }

    /// Learns the throughput.
    public mutating func finish(_ transfer: TransferProgress, verdict: TransferVerdict, at time: Double, in situation: FetchSituation) {
        guard verdict == .goOn else { return }
        throughput.push(transfer, in: situation)
    }

    /// Forgets everything.
    public mutating func startOver(memory: ThroughputMemory?) { self = Bola() }
}
