import Foundation

/// The plan for the rungs of a low-latency stream: the value of each rung for a buffer and a throughput.
///
/// The buffer of a live stream cannot exceed the latency, because nothing later is encoded. After a segment it is the previous one plus the
/// segment's duration less that of its transfer, at most the latency. The throughput stays, or changes to any level within a ratio. Value
/// iteration on the grid of both and of the rung on screen weighs the logarithm of the bit rate against stalls and switches.
struct LivePlan: Sendable {
    /// The inputs that determine a plan.
    struct Key: Sendable, Hashable {
        var bitrates: [Double]
        var segmentDuration: Double
        var latency: Double
    }

    private static let buffers = 17
    private static let sweeps = 60
    /// The distance between two throughputs of the grid, as a logarithm.
    private static let step = 0.2
    /// The logarithmic margins of the grid below the lowest and above the highest bit rate.
    private static let margins = (below: 1.6, above: 2.0)

    let key: Key
    let utilities: [Double]
    private let settings: LiveSettings
    private let lowest: Double
    private let rates: Int
    /// The values before the cost of a switch, by rung, buffer and throughput.
    private var values: [Double] = []

    init(_ key: Key, settings: LiveSettings) {
        self.key = key
        self.settings = settings
        let logs = key.bitrates.map { log($0) }
        utilities = logs.map { ($0 - logs[0]) * key.segmentDuration }
        lowest = logs[0] - Self.margins.below
        rates = min(64, Int(saturating: (logs[logs.count - 1] + Self.margins.above - lowest) / Self.step, rounding: .up) + 1)
        iterate()
    }

    /// The switch cost between two rungs.
    func switchCost(_ a: Int, _ b: Int) -> Double {
        settings.switchCost * abs(utilities[a] - utilities[b]) / key.segmentDuration
    }

    /// Returns the value of fetching the next segment on `rung` with a buffer in seconds and the logarithm of a throughput.
    func value(of rung: Int, buffered: Double, logRate: Double) -> Double {
        let (row, rowShare) = Self.place(buffered / bufferStep, Self.buffers)
        let (column, columnShare) = Self.place((logRate - lowest) / Self.step, rates)
        let base = (rung * Self.buffers + row) * rates + column
        let (first, second) = (values[base], values[base + 1])
        let (third, fourth) = (values[base + rates], values[base + rates + 1])
        let near = first + columnShare * (second - first)
        return near + rowShare * (third + columnShare * (fourth - third) - near)
    }

    private var bufferStep: Double { key.latency / Double(Self.buffers - 1) }

    /// Returns the index of the grid point at or below a position, at most the last but one, and the distance from it.
    private static func place(_ position: Double, _ count: Int) -> (index: Int, share: Double) {
        let clamped = position.clamped(to: 0...Double(count - 1))
        let index = min(count - 2, Int(saturating: clamped, rounding: .down))
        return (index, clamped - Double(index))
    }

    // MARK: Value iteration

    /// The result of fetching a segment on a rung, with a buffer, at a throughput.
    private struct Outcome {
        var reward: Double
        var index: Int
        var share: Double
    }

    private mutating func iterate() {
        let rungs = key.bitrates.count
        let outcomes = outcomes()
        var best = [Double](repeating: 0, count: rungs * Self.buffers * rates)
        var gains = best
        values = best
        let stay = exp(-settings.changeRate * key.segmentDuration)
        let reach = max(1, Int(saturating: log(settings.changeRatio) / Self.step))
        for _ in 0..<Self.sweeps {
            for index in outcomes.indices {
                let outcome = outcomes[index]
                let next = best[outcome.index] + outcome.share * (best[outcome.index + rates] - best[outcome.index])
                gains[index] = outcome.reward + settings.discount * next
            }
            for row in 0..<rungs * Self.buffers { average(gains, row: row, stay: stay, reach: reach) }
            for place in 0..<Self.buffers * rates { choose(place, rungs, into: &best) }
        }
    }

    /// Finds the value of the best rung after each rung, for a buffer and a throughput. Costs of switches are proportional to differences of
    /// the utility, so that one pass upwards and one downwards suffice.
    private func choose(_ place: Int, _ rungs: Int, into best: inout [Double]) {
        let stride = Self.buffers * rates
        var highest = -Double.infinity
        for rung in 0..<rungs {
            if rung > 0 { highest -= switchCost(rung - 1, rung) }
            highest = max(highest, values[rung * stride + place])
            best[rung * stride + place] = highest
        }
        for rung in (0..<rungs).reversed() {
            if rung < rungs - 1 { highest -= switchCost(rung, rung + 1) }
            highest = max(highest, best[rung * stride + place])
            best[rung * stride + place] = highest
        }
    }

    /// Averages the gains of a row over the throughputs that may follow each one.
    private mutating func average(_ gains: [Double], row: Int, stay: Double, reach: Int) {
        let start = row * rates
        var sum = 0.0
        var (from, to) = (0, 0)
        for column in 0..<rates {
            while to < min(rates, column + reach + 1) {
                sum += gains[start + to]
                to += 1
            }
            while from < column - reach {
                sum -= gains[start + from]
                from += 1
            }
            // Beyond the ends of the grid the throughput is that of the end.
            let missing =
                Double(max(0, reach - column)) * gains[start] + Double(max(0, column + reach + 1 - rates)) * gains[start + rates - 1]
            values[start + column] = stay * gains[start + column] + (1 - stay) * (sum + missing) / Double(2 * reach + 1)
        }
    }

    private func outcomes() -> [Outcome] {
        var outcomes: [Outcome] = []
        outcomes.reserveCapacity(key.bitrates.count * Self.buffers * rates)
        for rung in key.bitrates.indices {
            for row in 0..<Self.buffers {
                let buffer = Double(row) * bufferStep
                for column in 0..<rates {
                    let rate = exp(lowest + Double(column) * Self.step)
                    let time = key.bitrates[rung] * key.segmentDuration / rate
                    let next = buffer + key.segmentDuration - time
                    let stall = max(0, settings.reserve - next)
                    let (index, share) = Self.place(next / bufferStep, Self.buffers)
                    outcomes.append(
                        Outcome(
                            reward: utilities[rung] - settings.stallCost * stall, index: (rung * Self.buffers + index) * rates + column,
                            share: share))
                }
            }
        }
        return outcomes
    }
}
