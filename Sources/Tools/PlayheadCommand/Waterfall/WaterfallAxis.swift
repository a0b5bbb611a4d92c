import Foundation

/// The mapping from times to horizontal coordinates.
struct WaterfallAxis {
    /// The drawn times, in seconds from the load; never empty.
    let range: ClosedRange<Double>
    /// The left edge, in pixels.
    let left = 330.0
    /// The right edge, in pixels.
    let right = 1030.0

    init(_ range: ClosedRange<Double>) {
        let minimum = 0.01
        self.range = range.lowerBound...max(range.upperBound, range.lowerBound + minimum)
    }

    /// The duration of the range, in seconds.
    var duration: Double { range.upperBound - range.lowerBound }

    /// Returns the coordinate of a time, which is limited to the range.
    func x(_ time: Double) -> Double {
        left + (min(max(time, range.lowerBound), range.upperBound) - range.lowerBound) / duration * (right - left)
    }

    /// Whether a part of a period is in the range.
    func shows(_ start: Double, _ end: Double) -> Bool { end >= range.lowerBound && start <= range.upperBound }

    /// Whether a time is in the range.
    func shows(_ time: Double) -> Bool { range.contains(time) }

    /// The times of the ticks: multiples of 1, 2 or 5 times a power of ten.
    var ticks: [Double] {
        let step = self.step
        let first = (range.lowerBound / step).rounded(.up)
        let count = Int(saturating: (range.upperBound / step).rounded(.down) - first)
        let limit = 100
        return (0...min(max(0, count), limit)).map { (first + Double($0)) * step }.filter(shows)
    }

    /// The distance of ticks, in seconds.
    private var step: Double {
        let spacing = 60.0
        return Self.rounded(duration / ((right - left) / spacing))
    }

    /// Returns the smallest multiple of a power of ten by one of `factors` that is not less than `value`, which is above 0.
    static func rounded(_ value: Double, to factors: [Double] = [1, 2, 5]) -> Double {
        let (ten, epsilon) = (10.0, 1e-9)
        let power = pow(ten, log10(value).rounded(.down))
        return factors.map { $0 * power }.first { $0 >= value * (1 - epsilon) } ?? power * ten
    }

    /// Returns the label of a tick: in ms if the range is shorter than three seconds.
    func label(_ tick: Double) -> String {
        let (short, thousand) = (3.0, 1000.0)
        if duration <= short { return String(format: step * thousand < 1 ? "%.1f ms" : "%.0f ms", tick * thousand) }
        return String(format: step < 1 ? "%.1f s" : "%.0f s", tick)
    }
}
