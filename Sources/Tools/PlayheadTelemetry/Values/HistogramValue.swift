/// A distribution by buckets.
package struct HistogramValue: Sendable, Hashable {
    /// The upper bounds of all buckets but the last, which has none; ascending.
    package let bounds: [Double]
    /// The numbers of values in the buckets, not cumulative; one more than the bounds.
    package private(set) var counts: [Int]
    /// The sum of the values.
    package private(set) var sum = 0.0

    /// Creates an empty distribution.
    package init(bounds: [Double]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    /// Creates a distribution from the numbers of values up to each bound.
    /// - Parameters:
    ///   - bounds: The upper bounds, ascending.
    ///   - cumulative: The number of values that are at most the bound, for each bound, ascending.
    ///   - count: The number of all values, at least the last number.
    ///   - sum: The sum of the values.
    package init(bounds: [Double], cumulative: [Int], count: Int, sum: Double) {
        self.init(bounds: bounds)
        var previous = 0
        for (index, number) in (cumulative.prefix(bounds.count) + [count]).enumerated() {
            counts[index] = max(0, number.saturatingSubtracting(previous))
            previous = max(previous, number)
        }
        self.sum = sum.isFinite ? sum : 0
    }

    /// The number of values.
    package var count: Int { counts.reduce(0) { $0.saturatingAdding($1) } }
}
