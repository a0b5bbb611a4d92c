/// Conversions of floating-point numbers that cannot trap: `Int(value)` ends the process if `value` is infinite, not a number or out of range.
///
/// Every module converts with these; `scripts/check-numbers` finds the places that do not.
extension FixedWidthInteger {
    /// The integer that `value` rounds to, or `nil` if `value` is not finite or the result does not fit.
    /// - Parameters:
    ///   - value: Any number, infinities and NaN included.
    ///   - rule: How to round; to the nearest integer by default.
    @inlinable @inline(__always)
    package init?(checked value: Double, rounding rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) {
        let rounded = value.rounded(rule)
        // A conversion between two known types is a few instructions, the generic one hundreds.
        if let whole = Int64(exactly: rounded) { self.init(exactly: whole) } else { self.init(exactly: rounded) }
    }

    /// The integer that `value` rounds to, limited to the range of the type. NaN becomes zero.
    /// - Parameters:
    ///   - value: Any number, infinities and NaN included.
    ///   - rule: How to round; to the nearest integer by default.
    @inlinable @inline(__always)
    package init(saturating value: Double, rounding rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) {
        if let exact = Self(checked: value, rounding: rule) {
            self = exact
        } else if value.isNaN {
            self = 0
        } else {
            self = value < 0 ? .min : .max
        }
    }
}

extension Duration {
    /// The most seconds that `init(saturating:)` gives, some 136 years: timers count nanoseconds in 64 bits.
    private static let maximumSeconds = 4_294_967_296.0

    /// The duration of `seconds`, limited to some 136 years in either direction. NaN becomes zero.
    package init(saturating seconds: Double) {
        let kept = seconds.isNaN ? 0 : min(max(seconds, -Self.maximumSeconds), Self.maximumSeconds)
        let whole = kept.rounded(.towardZero)
        self.init(
            secondsComponent: Int64(saturating: whole), attosecondsComponent: Int64(saturating: (kept - whole) * 1e18))
    }
}
