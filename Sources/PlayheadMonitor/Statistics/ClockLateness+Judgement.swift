import PlayheadEngine

/// The judgement whether a machine carries too many viewers.
extension ClockLateness {
    /// The lateness that playback tolerates, in seconds.
    package static let tolerance = 0.05
    /// The share of turns that may be later than that.
    private static let permittedShare = 0.01
    /// The number of late turns that a judgement needs, because a single one may have any reason.
    private static let minimumCount = 3.0

    /// Whether the machine is too slow for its viewers: what they saw is then not the origin's doing.
    package var isLate: Bool {
        let share = share(above: Self.tolerance)
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
