import Foundation

/// Controls the playback of a low-latency stream: selects the rung of each segment, and the playback rate that keeps the latency.
///
/// A value without clock or I/O: the same inputs in the same order give the same decisions.
package struct LiveController: Sendable {
    private let settings: LiveSettings
    private var throughput: LiveThroughput
    private var plan: LivePlan?
    /// The policy of the playback rate.
    package var pacing: LivePacing

    /// The points of a normal distribution that represent the throughput, with their weights; the lower tail has more weight.
    private static let points: [(deviation: Double, weight: Double)] = [(-1.8, 0.15), (-0.8, 0.25), (0, 0.3), (0.8, 0.2), (1.6, 0.1)]

    /// Makes a controller.
    /// - Parameters:
    ///   - pacing: The target latency, its bounds and those of the rate.
    ///   - settings: The weights of the choice of rungs.
    ///   - throughput: The expected throughput in bits per second, if it is known.
    package init(pacing: LivePacing, settings: LiveSettings = LiveSettings(), throughput: Double? = nil) {
        self.settings = settings
        self.pacing = pacing
        self.throughput = LiveThroughput(settings: settings, throughput: throughput)
    }

    /// The expected throughput in bits per second; `nil` before any measurement.
    package var expectedThroughput: Double? { throughput.level.map { exp($0) } }

    /// Records a burst: a chunk or part of `bits` that took `seconds` from the begin of its transfer to its last byte.
    package mutating func record(bits: Double, seconds: Double) { throughput.record(bits: bits, seconds: seconds) }

    /// Selects the rung of the next segment.
    package mutating func rung(for situation: LiveSituation) -> Int {
        let bitrates = Self.ascending(situation.bitrates.prefix(min(max(0, situation.highestRung ?? 10_000), 10_000) + 1))
        guard bitrates.count > 1, let level = throughput.level else { return 0 }
        let plan = plan(
            for: LivePlan.Key(
                bitrates: bitrates, segmentDuration: situation.segmentDuration.clamped(to: 0.05...60),
                latency: (pacing.target * 20).rounded().clamped(to: 1...2000) / 20))
        let current = situation.currentRung.map { min(max(0, $0), bitrates.count - 1) }
        let spread = throughput.spread
        var best = (rung: 0, value: -Double.infinity)
        for rung in bitrates.indices {
            var value = Self.points.reduce(0) {
                $0 + $1.weight * plan.value(of: rung, buffered: situation.buffered, logRate: level + $1.deviation * spread)
            }
            if let current { value -= plan.switchCost(rung, current) }
            if value > best.value { best = (rung, value) }
        }
        return best.rung
    }

    private mutating func plan(for key: LivePlan.Key) -> LivePlan {
        if let plan, plan.key == key { return plan }
        let made = LivePlan(key, settings: settings)
        plan = made
        return made
    }

    /// Replaces invalid bit rates, and those that do not rise.
    private static func ascending(_ bitrates: some Collection<Double>) -> [Double] {
        bitrates.reduce(into: []) { $0.append(max($1.clamped(to: 1...1e12), ($0.last ?? 0) * 1.001)) }
    }
}
