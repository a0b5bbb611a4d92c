import Foundation

/// BOLA-E (Spiteri, Sitaraman, Sparacio: "From Theory to Practice: Improving Bitrate Adaptation in the DASH Reference Player").
///
/// BOLA with what dash.js needs of it: a "placeholder buffer" counts as buffered where segments could have been there already, at the start above all; what is
/// buffered low takes only what comes in time; a transfer is abandoned where another rung's utility for its bytes is better.
public struct EnhancedBola: RungPolicy {
    /// Seconds of buffer with which the lowest rung is left.
    private static let leastBuffer = 10.0
    /// Seconds of buffer that each rung adds to the range in which they are chosen.
    private static let bufferOfRung = 2.0

    private var throughput = AverageThroughput()
    private var safety = LowBufferSafety()
    private var last = 0
    private var hasStarted = false
    /// Seconds that count as buffered beside what is: the "placeholder buffer" of dash.js.
    private var placeholderBuffer = 0.0

    /// A policy that knows nothing.
    public init() {}

    /// The throughput of late.
    public var expectedThroughput: Double? { throughput.rate }

    /// The rungs by the level of the buffer.
    private struct Levels {
        let bitrates: [Double]
        /// From 1 for the lowest rung on.
        let utilities: [Double]
        let gamma: Double
        let weight: Double

        init(_ situation: ClearSituation) {
            bitrates = situation.bitrates
            utilities = situation.utilities.map { $0 + 1 }
            let range = max(EnhancedBola.leastBuffer + EnhancedBola.bufferOfRung * Double(bitrates.count), situation.limit)
            // A single rung has no utilities to weigh.
            gamma = max((utilities[utilities.count - 1] - 1) / (range / EnhancedBola.leastBuffer - 1), 1e-3)
            weight = EnhancedBola.leastBuffer / gamma
        }

        /// What a rung is worth with so much buffered, beside its bytes.
        func worth(_ rung: Int, _ level: Double) -> Double { weight * (utilities[rung] + gamma) - level }

        func best(_ level: Double) -> Int {
            var best = 0
            for rung in bitrates.indices where worth(rung, level) / bitrates[rung] > worth(best, level) / bitrates[best] { best = rung }
            return best
        }

        /// The least that is buffered where a rung is better than all below.
        func least(_ rung: Int) -> Double {
            (0..<rung).reduce(0.0) { level, lower in
                guard utilities[lower] < utilities[rung] else { return level }
                let crossing = (bitrates[rung] * utilities[lower] - bitrates[lower] * utilities[rung]) / (bitrates[rung] - bitrates[lower])
                return max(level, weight * (gamma + crossing))
            }
        }

        /// The most that is buffered where a rung is worth anything.
        func most(_ rung: Int) -> Double { weight * (utilities[rung] + gamma) }
    }

    /// The rung whose utility for its bytes is best with what is buffered and the placeholder buffer.
    public mutating func choose(for situation: FetchSituation) -> FetchChoice {
        guard let rate = throughput.rate else { return FetchChoice(rung: 0) }
        let clear = ClearSituation(situation)
        let levels = Levels(clear)
        let highest = levels.bitrates.count - 1
        let sustainable = throughput.rung(at: rate, bitrates: levels.bitrates, segment: clear.segment)
        guard hasStarted else {
            hasStarted = true
            placeholderBuffer = max(0, levels.least(sustainable) - clear.buffer)
            return FetchChoice(rung: sustainable)
        }
        var rung = levels.best(clear.buffer + placeholderBuffer)
        if rung > last, rung > sustainable { rung = min(max(last, sustainable), highest) }
        // What is more than the rung wants is taken off the placeholder buffer first.
        var wait = max(0, clear.buffer + placeholderBuffer - levels.most(rung))
        let taken = min(wait, placeholderBuffer)
        placeholderBuffer -= taken
        wait = rung == highest ? 0 : wait - taken
        if let safe = safety.rung(below: rung, throughput, in: clear) {
            rung = safe
            wait = 0
            placeholderBuffer = min(placeholderBuffer, max(0, levels.least(rung) - clear.buffer))
        }
        return FetchChoice(rung: rung, wait: wait)
    }

    /// Abandons a transfer where another rung's utility for its bytes is better than that of what is left.
    public mutating func review(_ progress: TransferProgress, in situation: FetchSituation) -> TransferVerdict {
        let clear = ClearSituation(situation)
        let levels = Levels(clear)
        guard progress.rung > 0, progress.rung < levels.bitrates.count, progress.bytesReceived > 0, let expected = progress.bytesExpected,
            expected > progress.bytesReceived
        else { return .goOn }
        let latency = (progress.timeToFirstByte ?? 0).clamped(to: 0...3600)
        let size = Double(expected) * 8
        let received = Double(progress.bytesReceived) * 8
        // Another request has its latency, in which what is left goes on to come.
        let level = max(0, clear.buffer + placeholderBuffer - latency)
        let left = size - received - latency * received / max(progress.elapsed - latency, 0.001)
        guard left > 0 else { return .goOn }
        var best: Int?
        var bestScore = levels.worth(progress.rung, level) / left
        for rung in 0..<progress.rung {
            let other = size * levels.bitrates[rung] / levels.bitrates[progress.rung]
            let score = levels.worth(rung, level) / other
            if other < left, score > bestScore {
                best = rung
                bestScore = score
            }
        }
        return best.map { .abandon(rung: $0) } ?? .goOn
    }

    /// Learns the throughput, and keeps the placeholder buffer near what the rung needs.
    public mutating func finish(_ transfer: TransferProgress, verdict: TransferVerdict, at time: Double, in situation: FetchSituation) {
        defer { if verdict == .goOn { throughput.push(transfer, in: situation) } }
        guard hasStarted else { return }
        let clear = ClearSituation(situation)
        let levels = Levels(clear)
        let rung = min(max(transfer.rung, 0), levels.bitrates.count - 1)
        last = rung
        switch verdict {
        case .goOn:
            let before = clear.buffer + transfer.elapsed.clamped(to: 0...3600)
            placeholderBuffer = min(placeholderBuffer, max(0, levels.most(rung) - before))
            if clear.buffer > 0 { placeholderBuffer = max(placeholderBuffer, levels.least(rung) - before) }
        case .abandon(let lower):
            let wanted = lower > 0 ? levels.least(min(lower, rung)) : Self.leastBuffer
            placeholderBuffer = min(placeholderBuffer, max(0, wanted - clear.buffer))
        }
    }

    /// What was waited counts as buffered: there could have been more.
    public mutating func waited(_ seconds: Double) { placeholderBuffer += seconds.clamped(to: 0...3600) }

    /// Forgets everything.
    public mutating func startOver(memory: ThroughputMemory?) { self = EnhancedBola() }
}
