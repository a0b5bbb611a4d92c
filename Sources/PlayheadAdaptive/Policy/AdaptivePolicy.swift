import Foundation

/// Chooses the rung of each segment: a value without clock or I/O, told what transfers did and asked what to fetch.
///
/// The same inputs in the same order give the same answers.
public struct AdaptivePolicy: Sendable {
    /// What the policy weighs.
    public let settings: AdaptiveSettings
    var model: ThroughputModel

    /// A policy that starts with what an earlier playback learnt, if anything.
    public init(settings: AdaptiveSettings = AdaptiveSettings(), memory: ThroughputMemory? = nil) {
        self.settings = settings
        model = ThroughputModel(settings: settings, memory: memory)
    }

    /// What the next playback may start with; none before anything was measured or remembered.
    public var memory: ThroughputMemory? { model.memory }

    /// The throughput that is expected of the next segment in bits a second; none before anything is known.
    public var expectedThroughput: Double? { model.isKnown ? exp(model.level + model.deviation) : nil }

    /// Takes in a transfer that ended, also an abandoned one, of a segment that plays for `segmentDuration` seconds.
    public mutating func record(_ sample: TransferSample, segmentDuration: Double) {
        let elapsed = sample.elapsed.clamped(to: 0...3600)
        let latency = sample.timeToFirstByte.clamped(to: 0...elapsed)
        guard sample.bytes > 0 || elapsed > 0.5 else { return }
        let bits = Double(max(sample.bytes, 0)) * 8
        model.record(bits: bits, seconds: elapsed - latency, latency: latency, cycle: segmentDuration.clamped(to: 0.1...120))
    }

    /// Chooses the rung of the next segment, and how long to wait before it is fetched.
    public mutating func choose(for situation: FetchSituation) -> FetchChoice {
        let clear = ClearSituation(situation)
        guard model.isKnown else { return FetchChoice(rung: 0, wait: clear.wait) }
        let rate = exp(model.level + model.deviation - 0.5 * model.spread)
        let budget = max(0.45 * clear.buffer, 0.6 * min(clear.segment, clear.buffer))
        let rung = clear.sizes.lastIndex { model.latency + $0 / rate <= budget } ?? 0
        return FetchChoice(rung: rung, wait: clear.wait)
    }

    /// Looks at a running transfer; `situation` is as when it was chosen, but with what is buffered now.
    public mutating func review(_ progress: TransferProgress, in situation: FetchSituation) -> TransferVerdict {
        let clear = ClearSituation(situation)
        let seconds = progress.elapsed - (progress.timeToFirstByte ?? progress.elapsed)
        guard progress.elapsed >= settings.abandonGrace, seconds > 0, progress.rung > 0, progress.rung < clear.sizes.count else {
            return .goOn
        }
        let bits = Double(max(progress.bytesReceived, 0)) * 8
        let rate = exp(model.level + model.deviation(after: bits, in: seconds))
        let left = clear.sizes[progress.rung] - bits
        guard left / rate > clear.buffer + 1, left > clear.sizes[0] else { return .goOn }
        let budget = max(0.6 * clear.buffer, 0.5)
        let rung = clear.sizes[..<progress.rung].lastIndex { model.latency + $0 / rate <= budget } ?? 0
        return .abandon(rung: rung)
    }
}
