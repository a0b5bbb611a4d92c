import Foundation

/// BOLA-E (Spiteri, Sitaraman, Sparacio: "From Theory to Practice: Improving Bitrate Adaptation in the DASH Reference Player").
///
/// BOLA with the parts of it that dash.js requires: a "placeholder buffer" counts as buffered if segments could already have been loaded,
/// mainly at the start; with a low buffer only segments that arrive in time are chosen; a transfer is abandoned if another rung has a
/// better utility per byte.
package struct EnhancedBola: RungPolicy {
    /// The buffer in seconds at which the policy leaves the lowest rung.
    private static let minimumBuffer = 10.0
    /// The seconds of buffer that each rung adds to the range of choices.
    private static let bufferOfRung = 2.0

    private var throughput = AverageThroughput()
    private var safety = LowBufferSafety()
    private var last = 0
    private var hasStarted = false
    /// The seconds that count as buffered in addition to the buffer: the "placeholder buffer" of dash.js.
    private var placeholderBuffer = 0.0

    /// Makes a policy without measurements.
    package init() {}

    /// The estimated throughput.
    package var expectedThroughput: Double? { throughput.rate }

    /// The rungs by buffer level.
    private struct Levels {
        let bitrates: [Double]
        /// The utilities, starting at 1 for the lowest rung.
        let utilities: [Double]
        let gamma: Double
        let weight: Double

        init(_ situation: ClearSituation) {
            bitrates = situation.bitrates
            utilities = situation.utilities.map { $0 + 1 }
            let range = max(EnhancedBola.minimumBuffer + EnhancedBola.bufferOfRung * Double(bitrates.count), situation.limit)
            // A single rung has no utilities to compare.
            gamma = max((utilities[utilities.count - 1] - 1) / (range / EnhancedBola.minimumBuffer - 1), 1e-3)
            weight = EnhancedBola.minimumBuffer / gamma
        }

        /// Returns the score of a rung at a buffer level, before division by its bytes.
        func score(_ rung: Int, _ level: Double) -> Double { weight * (utilities[rung] + gamma) - level }

        func best(_ level: Double) -> Int {
            var best = 0
            for rung in bitrates.indices where score(rung, level) / bitrates[rung] > score(best, level) / bitrates[best] { best = rung }
            return best
        }

        /// Returns the minimum buffer at which a rung is better than all lower ones.
        func minimumLevel(_ rung: Int) -> Double {
            (0..<rung).reduce(0.0) { level, lower in
                guard utilities[lower] < utilities[rung] else { return level }
                let crossing = (bitrates[rung] * utilities[lower] - bitrates[lower] * utilities[rung]) / (bitrates[rung] - bitrates[lower])
                return max(level, weight * (gamma + crossing))
            }
        }

        /// Returns the maximum buffer at which a rung has a positive score.
        func maximumLevel(_ rung: Int) -> Double { weight * (utilities[rung] + gamma) }
    }

    /// Chooses the rung with the best utility per byte at the sum of the buffer and the placeholder buffer.
    package mutating func choose(for situation: FetchSituation) -> FetchChoice {
        guard let rate = throughput.rate else { return FetchChoice(rung: 0) }
        let clear = ClearSituation(situation)
        let levels = Levels(clear)
        let highest = levels.bitrates.count - 1
        let sustainable = throughput.rung(at: rate, bitrates: levels.bitrates, segment: clear.segment)
        guard hasStarted else {
            hasStarted = true
            placeholderBuffer = max(0, levels.minimumLevel(sustainable) - clear.buffer)
            return FetchChoice(rung: sustainable)
        }
        var rung = levels.best(clear.buffer + placeholderBuffer)
        if rung > last, rung > sustainable { rung = min(max(last, sustainable), highest) }
        // The excess over the rung's maximum is first subtracted from the placeholder buffer.
        var wait = max(0, clear.buffer + placeholderBuffer - levels.maximumLevel(rung))
        let taken = min(wait, placeholderBuffer)
        placeholderBuffer -= taken
        wait = rung == highest ? 0 : wait - taken
        if let safe = safety.rung(below: rung, throughput, in: clear) {
            rung = safe
            wait = 0
            placeholderBuffer = min(placeholderBuffer, max(0, levels.minimumLevel(rung) - clear.buffer))
        }
        return FetchChoice(rung: rung, wait: wait)
    }

    /// Abandons a transfer if another rung's utility per byte is better than that of the remaining bytes.
    package mutating func review(_ progress: TransferProgress, in situation: FetchSituation) -> TransferVerdict {
        let clear = ClearSituation(situation)
        let levels = Levels(clear)
        guard progress.rung > 0, progress.rung < levels.bitrates.count, progress.bytesReceived > 0, let expected = progress.bytesExpected,
            expected > progress.bytesReceived
        else { return .goOn }
        let latency = (progress.timeToFirstByte ?? 0).clamped(to: 0...3600)
        let size = Double(expected) * 8
        let received = Double(progress.bytesReceived) * 8
        // Another request has a latency, during which the current transfer would continue.
        let level = max(0, clear.buffer + placeholderBuffer - latency)
        let left = size - received - latency * received / max(progress.elapsed - latency, 0.001)
        guard left > 0 else { return .goOn }
        var best: Int?
        var bestScore = levels.score(progress.rung, level) / left
        for rung in 0..<progress.rung {
            let other = size * levels.bitrates[rung] / levels.bitrates[progress.rung]
            let score = levels.score(rung, level) / other
            if other < left, score > bestScore {
                best = rung
                bestScore = score
            }
        }
        return best.map { .abandon(rung: $0) } ?? .goOn
    }

    /// Updates the throughput, and keeps the placeholder buffer near the buffer of the rung.
    package mutating func finish(_ transfer: TransferProgress, verdict: TransferVerdict, at time: Double, in situation: FetchSituation) {
        defer { if verdict == .goOn { throughput.push(transfer, in: situation) } }
        guard hasStarted else { return }
        let clear = ClearSituation(situation)
        let levels = Levels(clear)
        let rung = min(max(transfer.rung, 0), levels.bitrates.count - 1)
        last = rung
        switch verdict {
        case .goOn:
            let before = clear.buffer + transfer.elapsed.clamped(to: 0...3600)
            placeholderBuffer = min(placeholderBuffer, max(0, levels.maximumLevel(rung) - before))
            if clear.buffer > 0 { placeholderBuffer = max(placeholderBuffer, levels.minimumLevel(rung) - before) }
        case .abandon(let lower):
            let wanted = lower > 0 ? levels.minimumLevel(min(lower, rung)) : Self.minimumBuffer
            placeholderBuffer = min(placeholderBuffer, max(0, wanted - clear.buffer))
        }
    }

    /// Counts the wait as buffered, because more could have been loaded.
    package mutating func waited(_ seconds: Double) { placeholderBuffer += seconds.clamped(to: 0...3600) }

    /// Resets the policy.
    package mutating func startOver(memory: ThroughputMemory?) { self = EnhancedBola() }
}
