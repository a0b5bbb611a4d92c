import Foundation

/// The distribution of the times that viewers watch.
package enum WatchTime: Sendable, Hashable {
    /// To the end of the stream.
    case wholeStream
    /// The same time for all, in seconds.
    case fixed(Double)
    /// Any time of a range alike, in seconds.
    case uniform(ClosedRange<Double>)
    /// The time until an event that is as likely at any moment, with a mean in seconds.
    case exponential(mean: Double)
    /// A time whose logarithm has a normal distribution: many leave early, few stay very long. The median in seconds, and the standard
    /// deviation of the natural logarithm.
    case logNormal(median: Double, sigma: Double)

    /// Parses `10m`, `uniform:30s-5m`, `exponential:3m` or `lognormal:90s,1.2`.
    /// - Throws: ``PlanTextError``.
    package init(_ text: String) throws(PlanTextError) {
        guard let colon = text.firstIndex(of: ":") else {
            self = .fixed(try Self.positive(text))
            return
        }
        let value = String(text[text.index(after: colon)...])
        switch text[..<colon] {
        case "uniform":
            let ends = value.split(separator: "-", omittingEmptySubsequences: false)
            guard ends.count == 2 else { throw PlanTextError(text, "A uniform distribution has two durations, such as uniform:30s-5m.") }
            let (low, high) = (try DurationSyntax.parse(String(ends[0])), try Self.positive(String(ends[1])))
            guard low <= high else { throw PlanTextError(text, "The first duration of a range is not above the second one.") }
            self = .uniform(low...high)
        case "exponential": self = .exponential(mean: try Self.positive(value))
        case "lognormal":
            let parts = value.split(separator: ",", omittingEmptySubsequences: false)
            guard parts.count == 2, let sigma = Double(parts[1]), (0...10).contains(sigma) else {
                throw PlanTextError(text, "A log-normal distribution has a median and a deviation from 0 to 10, such as lognormal:90s,1.2.")
            }
            self = .logNormal(median: try Self.positive(String(parts[0])), sigma: sigma)
        default: throw PlanTextError(text, "A distribution is a duration, uniform:, exponential: or lognormal:.")
        }
    }

    private static func positive(_ text: String) throws(PlanTextError) -> Double {
        let seconds = try DurationSyntax.parse(text)
        guard seconds > 0 else { throw PlanTextError(text, "A time to watch is above 0 s.") }
        return seconds
    }

    /// Returns the time that one viewer watches, in seconds; `nil` for the whole stream.
    package func sample(_ random: inout SeededRandom) -> Double? {
        switch self {
        case .wholeStream: nil
        case .fixed(let seconds): seconds
        case .uniform(let range): range.lowerBound + random.unit() * (range.upperBound - range.lowerBound)
        case .exponential(let mean): random.exponential(mean: mean)
        case .logNormal(let median, let sigma): min(median * exp(sigma * random.normal()), NumberLimits.durations.upperBound)
        }
    }
}
