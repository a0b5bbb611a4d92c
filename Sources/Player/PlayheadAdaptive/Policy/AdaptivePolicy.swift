import Foundation
@_exported import PlayheadNumbers

/// Chooses the rung of each segment: a value without clock or I/O that records transfers and returns decisions.
///
/// The same inputs in the same order give the same decisions.
package struct AdaptivePolicy: Sendable {
    /// The weights of the policy.
    package let settings: AdaptiveSettings
    var model: ThroughputModel
    private var planner: Planner
    /// The highest rung after an abandoned transfer, until a segment has arrived: otherwise the same could repeat without end.
    private var ceiling: Int?

    /// Makes a policy that starts with the memory of an earlier playback, if any. With `sharesTables` it uses the value tables of other
    /// policies of the process, and they use its tables.
    package init(settings: AdaptiveSettings = AdaptiveSettings(), memory: ThroughputMemory? = nil, sharesTables: Bool = false) {
        self.settings = settings
        model = ThroughputModel(settings: settings, memory: memory)
        planner = Planner(settings: settings, shared: sharesTables ? .ofProcess : nil)
    }

    /// Returns the rung to start with on an unknown network: the highest rung whose first segment, with a nominal 6 s (HLS authoring
    /// specification, 7.5), arrives within a second at 4 Mbit/s, and within three seconds at the throughput that playlists arrived with.
    /// docs/ADAPTIVE.md has the measurements. `bitrates` are those of the ladder, in bits per second, ascending.
    package static func startRung(of bitrates: [Double], after estimate: StartEstimate = StartEstimate()) -> Int {
        let bits = min(4_000_000, 3 * (estimate.throughput ?? .infinity))
        return bitrates.lastIndex { $0 * 6 <= bits } ?? 0
    }

    /// The number of computed value tables.
    package var tablesMade: Int { planner.made }

    /// The measurements for the next playback; `nil` before anything was measured or remembered.
    package var memory: ThroughputMemory? { model.memory }

    /// The expected throughput for the next segment in bits per second; `nil` if unknown.
    package var expectedThroughput: Double? { model.isKnown ? exp(model.level + model.deviation) : nil }

    /// Records a finished transfer, or an abandoned one, of a segment with a duration of `segmentDuration` seconds.
    package mutating func record(_ sample: TransferSample, segmentDuration: Double) {
        let elapsed = sample.elapsed.clamped(to: 0...3600)
        let latency = sample.timeToFirstByte.clamped(to: 0...max(0, elapsed))
        if sample.isComplete { ceiling = nil }
        guard sample.bytes > 0 || elapsed > 0.5 else { return }
        let bits = Double(max(sample.bytes, 0)) * 8
        model.record(bits: bits, seconds: elapsed - latency, latency: latency, cycle: segmentDuration.clamped(to: 0.1...120))
    }

    /// Chooses the rung of the next segment, and the delay before it is fetched.
    package mutating func choose(for situation: FetchSituation) -> FetchChoice {
        let clear = ClearSituation(situation)
        guard model.isKnown else { return FetchChoice(rung: 0, wait: clear.wait) }
        let prospects = prospects(of: clear, spread: model.spread)
        var best = 0
        var bestValue = -Double.infinity
        for rung in clear.sizes.indices where rung <= ceiling ?? rung {
            let value = prospects.value(
                of: rung, bits: clear.sizes[rung], delay: model.latency, deviation: model.deviation, mayAbandon: true)
            if value > bestValue {
                best = rung
                bestValue = value
            }
        }
        return FetchChoice(rung: best, wait: clear.wait)
    }

    /// Reviews a running transfer; `situation` is that of the choice, with the current buffer.
    package mutating func review(_ progress: TransferProgress, in situation: FetchSituation) -> TransferVerdict {
        let elapsed = progress.elapsed.clamped(to: 0...3600)
        guard elapsed >= settings.abandonGrace, progress.rung > 0, progress.rung < situation.bitrates.count else { return .goOn }
        // A late first byte is not necessarily caused by the network: a server may wait for a live segment.
        let start = progress.timeToFirstByte ?? max(1, 4 * model.latency)
        let seconds = max(0, elapsed - start.clamped(to: 0...3600))
        let bits = Double(max(progress.bytesReceived, 0)) * 8
        if model.isKnown, isSoonComplete(progress, bits: bits, seconds: seconds, in: situation) { return .goOn }
        var clear = ClearSituation(situation)
        guard progress.rung < clear.sizes.count else { return .goOn }
        if situation.segmentSizes.isEmpty, let expected = progress.bytesExpected, expected > 0 {
            let scale = Double(expected) * 8 / clear.sizes[progress.rung]
            clear.sizes = clear.sizes.map { $0 * scale }
        }
        let left = max(clear.sizes[progress.rung] - bits, 0)
        let deviation = model.deviation(after: bits, in: seconds, left: left)
        let prospects = prospects(of: clear, spread: settings.runningSpread * model.spread)
        let finish = prospects.value(of: progress.rung, bits: left, delay: 0, deviation: deviation, mayAbandon: false)
        var best: Int?
        var bestValue = finish + settings.abandonMargin
        for rung in 0..<progress.rung where clear.sizes[rung] < left {
            let value = prospects.value(
                of: rung, bits: clear.sizes[rung], delay: model.latency, deviation: deviation, mayAbandon: false)
            if value > bestValue {
                best = rung
                bestValue = value
            }
        }
        guard let best else { return .goOn }
        ceiling = progress.rung - 1
        return .abandon(rung: best)
    }

    /// Returns whether a transfer ends long before a stall, as most do, so that no computation is needed.
    private func isSoonComplete(_ progress: TransferProgress, bits: Double, seconds: Double, in situation: FetchSituation) -> Bool {
        let size = progress.rung < situation.segmentSizes.count ? situation.segmentSizes[progress.rung] : progress.bytesExpected ?? 0
        guard size > 0 else { return false }
        let left = max(Double(size) * 8 - bits, 0)
        let careful = exp(model.level + model.deviation(after: bits, in: seconds, left: left) - model.spread)
        let room = min(situation.buffered, situation.segmentDuration) / max(situation.playbackRate, 1)
        return left / careful <= room
    }

    /// Resets the network model but keeps the computed tables.
    package mutating func startOver(memory: ThroughputMemory? = nil) {
        ceiling = nil
        model = ThroughputModel(settings: settings, memory: memory)
    }

    private mutating func prospects(of situation: ClearSituation, spread: Double) -> Prospects {
        let space = PlanningSpace(situation, latency: model.latency)
        let (table, level) = planner.table(for: space, level: model.level, spread: model.spread, kind: model.chosen)
        return Prospects(
            situation: situation, table: table, shift: model.level - level, model: model, spread: spread, settings: settings)
    }
}
