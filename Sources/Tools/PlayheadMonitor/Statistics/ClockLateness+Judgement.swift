import PlayheadEngine

extension ClockLateness {
    /// The share of turns that may be later than that.
    private static let permittedShare = 0.01
    /// The number of late turns that a judgement needs, because a single one may have any reason.
    private static let minimumCount = 3.0

    /// Whether several turns, and more than 1 % of all, are later than a bound of ``bounds``.
    package func isLate(beyond tolerance: Double) -> Bool {
        let share = share(above: tolerance)
        return share > Self.permittedShare && (share * Double(turns)).rounded() >= Self.minimumCount
    }

    /// The distribution in milliseconds, with the upper bound of its class for each turn.
    var histogram: Histogram {
        let millisecondsPerSecond = 1000.0
        var histogram = Histogram()
        for (index, count) in counts.enumerated() {
            let bound = index < Self.bounds.count ? min(Self.bounds[index], maximum) : maximum
            histogram.add(bound * millisecondsPerSecond, weight: count)
        }
        return histogram
    }
}
