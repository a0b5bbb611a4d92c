/// The lateness of the turns that shared threads take at set times: how far the machine, and not a server, was behind.
///
/// A turn is late if the machine has too little processor time for its playbacks. All reports are then late too, and measured times contain
/// the delay.
package struct ClockLateness: Sendable, Hashable {
    /// The upper bounds of the classes, in seconds; a further class counts later turns.
    package static let bounds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5]

    /// The number of turns in each class: those up to the bound of the class and above the previous one.
    package private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
    /// The number of turns.
    package private(set) var turns = 0
    /// The sum of the lateness of all turns, in seconds.
    package private(set) var sum = 0.0
    /// The lateness of the latest turn, in seconds.
    package private(set) var maximum = 0.0

    /// Creates a measure without turns.
    package init() {}

    /// Records a turn that was `seconds` late.
    package mutating func record(_ seconds: Double) {
        let late = max(0, seconds)
        counts[Self.bounds.firstIndex { late <= $0 } ?? Self.bounds.count] += 1
        turns += 1
        sum += late
        maximum = max(maximum, late)
    }

    /// Adds the turns of another measure.
    package mutating func add(_ other: ClockLateness) {
        for index in counts.indices { counts[index] += other.counts[index] }
        turns += other.turns
        sum += other.sum
        maximum = max(maximum, other.maximum)
    }

    /// Returns the turns since an earlier state of the same measure. The maximum is then the bound of the highest class with a turn, or the
    /// maximum of all turns if it is less.
    package func since(_ earlier: ClockLateness) -> ClockLateness {
        var result = ClockLateness()
        for index in counts.indices { result.counts[index] = max(0, counts[index] - earlier.counts[index]) }
        result.turns = max(0, turns - earlier.turns)
        result.sum = max(0, sum - earlier.sum)
        if maximum > earlier.maximum {
            result.maximum = maximum
        } else if let highest = result.counts.lastIndex(where: { $0 > 0 }) {
            result.maximum = min(maximum, highest < Self.bounds.count ? Self.bounds[highest] : maximum)
        }
        return result
    }

    /// Returns the share of turns that were later than a bound of ``bounds`` (0 to 1); 0 without turns.
    package func share(above bound: Double) -> Double {
        guard turns > 0 else { return 0 }
        let within = zip(Self.bounds, counts).reduce(0) { $1.0 <= bound ? $0 + $1.1 : $0 }
        return Double(turns - within) / Double(turns)
    }

    /// Returns the bound of the class that contains the quantile `share` (0 to 1), in seconds; the maximum above the last bound, 0 without
    /// turns.
    package func quantile(_ share: Double) -> Double {
        let wanted = Double(turns) * min(max(share, 0), 1)
        var reached = 0
        for (bound, count) in zip(Self.bounds, counts) {
            reached += count
            if reached > 0, Double(reached) >= wanted { return min(bound, maximum) }
        }
        return maximum
    }
}
