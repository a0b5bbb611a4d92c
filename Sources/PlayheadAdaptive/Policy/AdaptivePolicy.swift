import Foundation

/// Chooses the rung of each segment: a value without clock or I/O, told what transfers did and asked what to fetch.
///
/// The same inputs in the same order give the same answers.
public struct AdaptivePolicy: Sendable {
    /// What the policy weighs.
    public let settings: AdaptiveSettings
    var model: ThroughputModel
    private var planner: Planner
    /// The highest rung after a transfer was abandoned, until a segment is there: otherwise the same could go on for ever.
    private var ceiling: Int?

    /// A policy that starts with what an earlier playback learnt, if anything.
    public init(settings: AdaptiveSettings = AdaptiveSettings(), memory: ThroughputMemory? = nil) {
        self.settings = settings
        model = ThroughputModel(settings: settings, memory: memory)
        planner = Planner(settings: settings)
    }

    /// What to begin with on a network of which nothing is known: the highest rung whose first segment, counted as 6 s (HLS authoring specification, 7.5), is
    /// there in a second at 4 Mbit/s. docs/ADAPTIVE.md has the figures.
    /// - Parameter bitrates: Of the ladder, in bits a second, rising.
    public static func startRung(of bitrates: [Double]) -> Int { bitrates.lastIndex { $0 * 6 <= 4_000_000 } ?? 0 }

    /// How many tables of values were computed so far.
    public var tablesMade: Int { planner.made }

    /// What the next playback may start with; none before anything was measured or remembered.
    public var memory: ThroughputMemory? { model.memory }

    /// The throughput that is expected of the next segment in bits a second; none before anything is known.
    public var expectedThroughput: Double? { model.isKnown ? exp(model.level + model.deviation) : nil }

    /// Takes in a transfer that ended, also an abandoned one, of a segment that plays for `segmentDuration` seconds.
    public mutating func record(_ sample: TransferSample, segmentDuration: Double) {
        let elapsed = sample.elapsed.clamped(to: 0...3600)
        let latency = sample.timeToFirstByte.clamped(to: 0...max(0, elapsed))
        if sample.isComplete { ceiling = nil }
        guard sample.bytes > 0 || elapsed > 0.5 else { return }
        let bits = Double(max(sample.bytes, 0)) * 8
        model.record(bits: bits, seconds: elapsed - latency, latency: latency, cycle: segmentDuration.clamped(to: 0.1...120))
    }

    /// Chooses the rung of the next segment, and how long to wait before it is fetched.
    public mutating func choose(for situation: FetchSituation) -> FetchChoice {
        let clear = ClearSituation(situation)
        guard model.isKnown else { return FetchChoice(rung: 0, wait: clear.wait) }
        let prospects = prospects(of: clear)
        var best = 0
        var bestValue = -Double.infinity
        for rung in clear.sizes.indices where rung <= ceiling ?? rung {
            var value = prospects.value(
                of: rung, bits: clear.sizes[rung], delay: model.latency, deviation: model.deviation, spread: model.spread,
                buffer: clear.buffer, mayAbandon: true)
            if let current = clear.current { value -= settings.switchCost * abs(clear.utilities[rung] - clear.utilities[current]) }
            if value > bestValue {
                best = rung
                bestValue = value
            }
        }
        return FetchChoice(rung: best, wait: clear.wait)
    }

    /// Looks at a running transfer; `situation` is as when it was chosen, but with what is buffered now.
    public mutating func review(_ progress: TransferProgress, in situation: FetchSituation) -> TransferVerdict {
        var clear = ClearSituation(situation)
        let elapsed = progress.elapsed.clamped(to: 0...3600)
        // A first byte that is late need not be the network's fault: a server may wait for a live segment.
        let start = progress.timeToFirstByte ?? max(1, 4 * model.latency)
        let seconds = max(0, elapsed - start.clamped(to: 0...3600))
        guard elapsed >= settings.abandonGrace, progress.rung > 0, progress.rung < clear.sizes.count else {
            return .goOn
        }
        let bits = Double(max(progress.bytesReceived, 0)) * 8
        if situation.segmentSizes.isEmpty, let expected = progress.bytesExpected, expected > 0 {
            let scale = Double(expected) * 8 / clear.sizes[progress.rung]
            clear.sizes = clear.sizes.map { $0 * scale }
        }
        let deviation = model.deviation(after: bits, in: seconds)
        let left = max(clear.sizes[progress.rung] - bits, 0)
        // Most transfers will end long before there is trouble: nothing need be computed for them.
        let careful = exp(model.level + deviation - model.spread)
        guard left / careful > min(clear.buffer, clear.segment) else { return .goOn }
        let prospects = prospects(of: clear)
        let finish = prospects.value(
            of: progress.rung, bits: left, delay: 0, deviation: deviation, spread: settings.runningSpread * model.spread,
            buffer: clear.buffer, mayAbandon: false)
        var best: Int?
        var bestValue = finish + settings.abandonMargin
        for rung in 0..<progress.rung where clear.sizes[rung] < left {
            let value = prospects.value(
                of: rung, bits: clear.sizes[rung], delay: model.latency, deviation: deviation,
                spread: settings.runningSpread * model.spread,
                buffer: clear.buffer, mayAbandon: false)
            if value > bestValue {
                best = rung
                bestValue = value
            }
        }
        guard let best else { return .goOn }
        ceiling = progress.rung - 1
        return .abandon(rung: best)
    }

    /// Forgets the network but keeps what was computed.
    public mutating func startOver(memory: ThroughputMemory? = nil) {
        ceiling = nil
        model = ThroughputModel(settings: settings, memory: memory)
    }

    private mutating func prospects(of situation: ClearSituation) -> Prospects {
        let space = PlanningSpace(situation, latency: model.latency)
        let (table, centre) = planner.table(for: space, level: model.level, spread: model.spread)
        return Prospects(situation: situation, table: table, model: model, shift: model.level - centre, settings: settings)
    }
}
