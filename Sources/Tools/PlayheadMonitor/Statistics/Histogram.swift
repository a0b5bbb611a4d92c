/// The distribution of values of 0 or more, in a memory that does not depend on their number.
///
/// Each power of two is divided into 64 equal buckets, as in an HDR histogram, so that a percentile differs from the exact one by 0.8 % at
/// most. Count, sum, minimum and maximum are exact.
package struct Histogram: Sendable, Hashable {
    /// The buckets of each power of two.
    private static let divisions = 64
    /// The exponents with their own buckets, from about 0.001 to 10^15; values outside are counted in the first and the last bucket.
    private static let exponents = -10...50
    /// The limit for sums that stay finite.
    private static let maximumValue = 1e15
    private static let bucketCount = 1 + exponents.count * divisions

    private var buckets: ContiguousArray<Int> = []
    /// The number of values.
    package private(set) var count = 0
    /// The sum of the values.
    package private(set) var sum = 0.0
    /// The smallest value; 0 without values.
    package private(set) var minimum = 0.0
    /// The largest value; 0 without values.
    package private(set) var maximum = 0.0

    /// Creates an empty histogram, which allocates its buckets with the first value.
    package init() {}

    /// Adds a value.
    /// - Parameters:
    ///   - value: The value. Values below 0 count as 0, those above 10^15 as 10^15; those that are not finite are ignored.
    ///   - weight: The number of times to add it; 0 or less has no effect.
    package mutating func add(_ value: Double, weight: Int = 1) {
        guard value.isFinite, weight > 0 else { return }
        let value = min(max(0, value), Self.maximumValue)
        let index = Self.index(of: value)
        if buckets.isEmpty { buckets = ContiguousArray(repeating: 0, count: Self.bucketCount) }
        (minimum, maximum) = count == 0 ? (value, value) : (min(minimum, value), max(maximum, value))
        buckets[index] = buckets[index].saturatingAdding(weight)
        count = count.saturatingAdding(weight)
        sum += value * Double(weight)
    }

    /// Adds the values of another histogram.
    package mutating func merge(_ other: Histogram) {
        guard other.count > 0 else { return }
        (minimum, maximum) = count == 0 ? (other.minimum, other.maximum) : (min(minimum, other.minimum), max(maximum, other.maximum))
        if buckets.isEmpty { buckets = ContiguousArray(repeating: 0, count: Self.bucketCount) }
        for index in buckets.indices { buckets[index] = buckets[index].saturatingAdding(other.buckets[index]) }
        count = count.saturatingAdding(other.count)
        sum += other.sum
    }

    /// The mean; 0 without values.
    package var mean: Double { count > 0 ? sum / Double(count) : 0 }

    /// Returns the smallest value that is not below `percent` (0 to 100) of the values; 0 without values.
    package func percentile(_ percent: Double) -> Double {
        guard count > 0 else { return 0 }
        let rank = max(1, Int(saturating: percent / 100 * Double(count), rounding: .up))
        guard rank > 1 else { return minimum }
        guard rank < count else { return maximum }
        var reached = 0
        for (index, amount) in buckets.enumerated() where amount > 0 {
            reached = reached.saturatingAdding(amount)
            if reached >= rank { return min(max(Self.middle(of: index), minimum), maximum) }
        }
        return maximum
    }

    /// Returns the number of values that are at most `bound`; values of its own bucket are included.
    package func count(upTo bound: Double) -> Int {
        guard count > 0, bound >= 0 else { return 0 }
        return bound >= maximum ? count : buckets[...Self.index(of: bound)].reduce(0) { $0.saturatingAdding($1) }
    }

    private static func index(of value: Double) -> Int {
        guard value > 0, value.isNormal, Int(value.exponent) >= exponents.lowerBound else { return 0 }
        guard Int(value.exponent) <= exponents.upperBound else { return bucketCount - 1 }
        let part = Int(saturating: (value.significand - 1) * Double(divisions), rounding: .towardZero)
        return 1 + (Int(value.exponent) - exponents.lowerBound) * divisions + min(part, divisions - 1)
    }

    private static func middle(of index: Int) -> Double {
        guard index > 0 else { return 0 }
        let (power, part) = (index - 1).quotientAndRemainder(dividingBy: divisions)
        let significand = 1 + (Double(part) + 0.5) / Double(divisions)
        return Double(sign: .plus, exponent: power + exponents.lowerBound, significand: significand)
    }
}
