import Foundation

/// Formats a wall-clock time for viewers.
enum WallClockText {
    /// Returns hours, minutes and seconds in the viewer's time zone, from seconds since 1970.
    static func text(_ seconds: Double) -> String {
        // C's calendar functions are limited to this range.
        guard seconds.isFinite, abs(seconds) < 1e11 else { return "" }
        var time = time_t(saturating: seconds, rounding: .towardZero)
        var parts = tm()
        guard localtime_r(&time, &parts) != nil else { return "" }
        return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
    }
}
