/// Computes a standard deviation without storing the numbers (Welford's algorithm), because a live stream may have a period of days.
struct Spread: Sendable, Hashable {
    private var count = 0.0
    private var mean = 0.0
    private var squares = 0.0

    mutating func add(_ number: Double) {
        count += 1
        let distance = number - mean
        mean += distance / count
        squares += distance * (number - mean)
    }

    /// The standard deviation of all numbers; `nil` without numbers.
    var standardDeviation: Double? { count > 0 ? (squares / count).squareRoot() : nil }
}
