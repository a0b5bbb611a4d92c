import PlayheadAdaptive
import Synchronization
import TestSupport

@testable import PlayheadEngine

/// Switches to another rung with every segment, and abandons some transfers in the middle.
struct RandomPolicy: RungPolicy {
    /// The numbers of actions.
    final class Count: Sendable {
        let changes = Mutex(0)
        let abandoned = Mutex(0)
    }

    let count = Count()
    var numbers: SeededGenerator
    /// The probability that a review of a transfer abandons it.
    var abandonment = 0.0

    init(seed: UInt64, abandonment: Double = 0) {
        numbers = SeededGenerator(seed: seed)
        self.abandonment = abandonment
    }

    mutating func choose(for situation: FetchSituation) -> FetchChoice {
        let others = situation.bitrates.indices.filter { $0 != situation.currentRung }
        count.changes.withLock { $0 += 1 }
        return FetchChoice(rung: others.randomElement(using: &numbers) ?? 0)
    }

    mutating func review(_ progress: TransferProgress, in situation: FetchSituation) -> TransferVerdict {
        guard progress.rung > 0, Double.random(in: 0..<1, using: &numbers) < abandonment else { return .goOn }
        count.abandoned.withLock { $0 += 1 }
        return .abandon(rung: Int.random(in: 0..<progress.rung, using: &numbers))
    }

    mutating func finish(_ transfer: TransferProgress, verdict: TransferVerdict, at time: Double, in situation: FetchSituation) {}
    mutating func startOver(memory: ThroughputMemory?) {}
    var expectedThroughput: Double? { nil }
}
