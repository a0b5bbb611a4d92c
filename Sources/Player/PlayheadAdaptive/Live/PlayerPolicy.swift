import Foundation

/// The policy of the player: ``AdaptivePolicy``, and a ``LiveController`` for low-latency streams. Of long ladders it considers some rungs
/// (``LadderReduction``).
package struct PlayerPolicy: RungPolicy {
    private var onDemand: AdaptivePolicy
    private var live: LiveController
    /// Whether the last decision was for low latency.
    private var isLowLatency = false

    /// Makes a policy that starts with the memory of an earlier playback, if any. With `sharesTables` it uses the value tables of other
    /// policies of the process, and they use its tables.
    package init(memory: ThroughputMemory? = nil, sharesTables: Bool = false) {
        onDemand = AdaptivePolicy(memory: memory, sharesTables: sharesTables)
        live = Self.controller(memory)
    }

    private static func controller(_ memory: ThroughputMemory?) -> LiveController {
        LiveController(pacing: LivePacing(target: 1), throughput: memory.map { exp($0.logMean) })
    }

    /// Chooses the rung of the next segment; in low latency without a wait, because the live edge limits the buffer.
    package mutating func choose(for situation: FetchSituation) -> FetchChoice {
        guard let reduction = LadderReduction(of: situation.bitrates.count) else { return decide(situation) }
        var choice = decide(reduction.reduced(situation))
        choice.rung = reduction.rung(at: choice.rung)
        return choice
    }

    private mutating func decide(_ situation: FetchSituation) -> FetchChoice {
        isLowLatency = situation.latencyTarget != nil
        guard let target = situation.latencyTarget, live.expectedThroughput != nil else { return onDemand.choose(for: situation) }
        live.pacing.target = target
        let rung = live.rung(
            for: LiveSituation(
                bitrates: situation.bitrates, segmentDuration: situation.segmentDuration, buffered: situation.buffered,
                currentRung: situation.currentRung, highestRung: situation.highestRung))
        return FetchChoice(rung: rung)
    }

    /// Reviews a running transfer.
    package mutating func review(_ progress: TransferProgress, in situation: FetchSituation) -> TransferVerdict {
        guard let reduction = LadderReduction(of: situation.bitrates.count) else { return onDemand.review(progress, in: situation) }
        var reduced = progress
        reduced.rung = reduction.position(of: progress.rung)
        guard case .abandon(let position) = onDemand.review(reduced, in: reduction.reduced(situation)) else { return .goOn }
        return .abandon(rung: reduction.rung(at: position))
    }

    /// Records a transfer; in low latency each is a burst.
    package mutating func finish(_ transfer: TransferProgress, verdict: TransferVerdict, at time: Double, in situation: FetchSituation) {
        onDemand.finish(transfer, verdict: verdict, at: time, in: situation)
        guard situation.latencyTarget != nil else { return }
        let later = transfer.bytesReceived.saturatingSubtracting(transfer.leadingBytes)
        let bytes = later > transfer.bytesReceived / 4 ? later : transfer.bytesReceived
        live.record(bits: Double(bytes) * 8, seconds: transfer.elapsed - (transfer.timeToFirstByte ?? 0))
    }

    /// Resets the network model, but keeps computed tables.
    package mutating func startOver(memory: ThroughputMemory?) {
        onDemand.startOver(memory: memory)
        live = Self.controller(memory)
    }

    /// The expected throughput for the next segment in bits per second; `nil` if unknown.
    package var expectedThroughput: Double? {
        isLowLatency ? live.expectedThroughput ?? onDemand.expectedThroughput : onDemand.expectedThroughput
    }
    /// The measurements for the next playback.
    package var memory: ThroughputMemory? { onDemand.memory }
}
