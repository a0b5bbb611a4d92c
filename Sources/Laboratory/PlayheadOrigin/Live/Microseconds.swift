/// Times in whole microseconds: sums over days are exact, and equal times compare as equal.
enum Microseconds {
    /// The seconds since 1970 that dates with four digits for the year can state.
    private static let dates = -62_135_596_800.0...253_402_300_799

    /// Converts seconds, rounded to microseconds and clamped to the years 1 to 9999 as seconds since 1970; NaN becomes 0.
    static func from(_ seconds: Double) -> Int {
        guard !seconds.isNaN else { return 0 }
        return Int(saturating: min(max(seconds, dates.lowerBound), dates.upperBound) * 1e6)
    }

    static func seconds(_ value: Int) -> Double { Double(value) / 1e6 }

    /// Formats a duration for `EXTINF` and similar tags: seconds with three decimal places, or six if needed.
    static func text(_ value: Int) -> String {
        let (whole, rest) = max(0, value).quotientAndRemainder(dividingBy: 1_000_000)
        let isCoarse = rest % 1000 == 0
        let digits = String(isCoarse ? rest / 1000 : rest)
        return "\(whole)." + String(repeating: "0", count: (isCoarse ? 3 : 6) - digits.count) + digits
    }
}
