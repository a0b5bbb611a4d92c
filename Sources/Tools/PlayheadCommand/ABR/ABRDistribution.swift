import PlayheadCore

/// The distribution of a figure over networks.
struct ABRDistribution {
    /// The mean of the lowest tenth of the values, at least one.
    let worstTenth: Double
    /// The percentiles, linearly interpolated between values.
    let p10: Double
    let p50: Double
    let p90: Double

    init(_ values: [Double]) {
        let sorted = values.sorted()
        let tenth = sorted.prefix(max((sorted.count + 9) / 10, 1))
        worstTenth = tenth.reduce(0, +) / Double(max(tenth.count, 1))
        p10 = Self.percentile(0.1, of: sorted)
        p50 = Self.percentile(0.5, of: sorted)
        p90 = Self.percentile(0.9, of: sorted)
    }

    private static func percentile(_ share: Double, of sorted: [Double]) -> Double {
        guard let last = sorted.last else { return 0 }
        let place = share * Double(sorted.count - 1)
        let index = Int(saturating: place, rounding: .towardZero)
        guard index + 1 < sorted.count else { return last }
        return sorted[index] + (place - Double(index)) * (sorted[index + 1] - sorted[index])
    }

    /// The distribution as JSON.
    var value: EventValue {
        .object(["worstTenth": .double(worstTenth), "p10": .double(p10), "p50": .double(p50), "p90": .double(p90)])
    }
}
