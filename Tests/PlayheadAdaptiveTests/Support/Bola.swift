import Foundation
import PlayheadAdaptive

/// BOLA (Spiteri, Urgaonkar, Sitaraman: "BOLA: Near-Optimal Bitrate Adaptation for Online Videos"), in sabre's basic form.
struct Bola: SimulatedChooser {
    private var throughput = AverageThroughput()
    private var last = 0
    /// What continuous playing is worth beside quality.
    private let gamma = 5.0

    init() {}

    mutating func choose(for situation: FetchSituation) -> FetchChoice {
        guard let rate = throughput.rate else { return FetchChoice(rung: 0) }
        let bitrates = situation.bitrates
        let utilities = bitrates.map { log($0 / bitrates[0]) }
        let weight = (situation.bufferLimit - situation.segmentDuration) / (utilities[utilities.count - 1] + gamma)
        let scores = bitrates.indices.map { (weight * (utilities[$0] + gamma) - situation.buffered) / bitrates[$0] }
        var rung = 0
        for candidate in scores.indices where scores[candidate] > scores[rung] { rung = candidate }
        var wait = 0.0
        let sustainable = throughput.rung(at: rate, bitrates: bitrates, segment: situation.segmentDuration)
        if rung > last, rung > sustainable {
            if last > sustainable {
                rung = last
            } else {
                rung = sustainable
                if rung < bitrates.count - 1 { wait = max(0, situation.buffered - weight * (utilities[rung] + gamma)) }
            }
        }
        last = rung
        return FetchChoice(rung: rung, wait: wait)
    }

    mutating func review(_ progress: TransferProgress, in situation: FetchSituation) -> TransferVerdict { .goOn }

    mutating func finish(_ transfer: TransferProgress, verdict: TransferVerdict, at time: Double, in situation: FetchSituation) {
        let latency = transfer.timeToFirstByte ?? 0
        throughput.push(
            bits: Double(transfer.bytesReceived) * 8, seconds: transfer.elapsed - latency, latency: latency,
            segment: situation.segmentDuration)
    }
}
