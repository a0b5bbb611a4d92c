/// The times at which viewers arrive.
package enum Arrivals: Sendable, Hashable {
    /// A number of viewers at the same time: they arrive in equal intervals during the ramp-up, and each is replaced when it leaves.
    case count(Int)
    /// Viewers arrive at random, independently of each other, at this rate per second, however many are there (a Poisson process).
    case poisson(perSecond: Double)
    /// Viewers arrive in equal intervals, at this rate per second.
    case constant(perSecond: Double)

    /// The maximum rate of arrivals, per second.
    package static let maximumRate = 100_000.0

    /// Parses `poisson:20/s` or `constant:90/m`.
    /// - Throws: ``PlanTextError``.
    package init(_ text: String) throws(PlanTextError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let units = ["s": 1.0, "m": 60, "h": 3600]
        let fraction = parts.last?.split(separator: "/", omittingEmptySubsequences: false) ?? []
        guard parts.count == 2, fraction.count == 2, let number = Double(fraction[0]), let unit = units[String(fraction[1])] else {
            throw PlanTextError(text, "Arrivals are poisson:RATE or constant:RATE with a rate such as 20/s, 90/m or 1000/h.")
        }
        let rate = number / unit
        guard rate > 0, rate <= Self.maximumRate else {
            throw PlanTextError(text, "The rate of arrivals is above 0 and at most \(Int(saturating: Self.maximumRate)) per second.")
        }
        switch parts[0] {
        case "poisson": self = .poisson(perSecond: rate)
        case "constant": self = .constant(perSecond: rate)
        default: throw PlanTextError(text, "The kind of arrivals is poisson or constant.")
        }
    }
}

/// The arrivals of a run in order, the same for each of its shards.
package struct ArrivalSequence: Sequence, IteratorProtocol, Sendable {
    /// The arrival of one viewer.
    package struct Arrival: Sendable, Hashable {
        /// The number of the viewer in the whole run, from 0.
        package var number: Int
        /// The time since the start of the run, in seconds.
        package var time: Double
    }

    private let arrivals: Arrivals
    private let rampUp: Double
    private var random: SeededRandom
    private var number = 0
    /// The sum of the intervals at a rate of one per second.
    private var sum = 0.0

    /// Creates the sequence.
    /// - Parameters:
    ///   - arrivals: The kind of arrivals. A count ends the sequence, rates don't.
    ///   - rampUp: The duration in seconds in which all viewers of a count arrive, or in which a rate rises from 0 in a straight line.
    ///   - seed: The seed of the run.
    package init(_ arrivals: Arrivals, rampUp: Double, seed: UInt64) {
        self.arrivals = arrivals
        self.rampUp = rampUp
        random = SeededRandom(seed: seed, path: [0])
    }

    /// Returns the next arrival; `nil` after the last one of a count.
    package mutating func next() -> Arrival? {
        defer { number = number.saturatingAdding(1) }
        switch arrivals {
        case .count(let count): return number < count ? Arrival(number: number, time: rampUp * Double(number) / Double(count)) : nil
        case .poisson(let rate):
            sum += random.exponential(mean: 1)
            return Arrival(number: number, time: time(after: sum / rate))
        case .constant(let rate): return Arrival(number: number, time: time(after: Double(number) / rate))
        }
    }

    /// Returns the time at which as many viewers have arrived as without a ramp-up after `time`: the inverse of the integral of the rate.
    private func time(after time: Double) -> Double { time < rampUp / 2 ? (2 * time * rampUp).squareRoot() : time + rampUp / 2 }
}
