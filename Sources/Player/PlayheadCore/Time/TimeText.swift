/// Formats times and numbers for users.
package enum TimeText {
    /// The maximum time that is shown, a thousand hours.
    private static let maximum = 3_600_000.0

    /// Returns `1:02:03`, `02:03`, `-00:30`; `--:--` if unknown.
    package static func clock(_ seconds: Double) -> String {
        guard seconds.isFinite, abs(seconds) < maximum else { return "--:--" }
        let whole = Int(saturating: abs(seconds), rounding: .towardZero)
        let sign = seconds < 0 && whole > 0 ? "-" : ""
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        return sign + (hours > 0 ? "\(hours):\(twoDigits(minutes)):\(twoDigits(rest))" : "\(twoDigits(minutes)):\(twoDigits(rest))")
    }

    /// Returns seconds with three decimals, right-aligned in `columns`.
    package static func precise(_ seconds: Double, columns: Int) -> String {
        guard seconds.isFinite, abs(seconds) < maximum else { return String(repeating: " ", count: columns) }
        let milliseconds = Int(saturating: abs(seconds) * 1000)
        let fraction = String(milliseconds % 1000)
        let text = (seconds < 0 ? "-" : "") + "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
        return String(repeating: " ", count: max(0, columns - text.count)) + text
    }

    /// Returns `3.2 s` below ten seconds, `12 s`, `2:05` from a minute on; `?` if unknown.
    package static func seconds(_ seconds: Double) -> String {
        guard seconds.isFinite, abs(seconds) < maximum else { return "?" }
        if abs(seconds) >= 60 { return clock(seconds) }
        let tenths = Int(saturating: abs(seconds) * 10)
        let sign = seconds < 0 ? "-" : ""
        return sign + (tenths < 100 ? "\(tenths / 10).\(tenths % 10) s" : "\(tenths / 10) s")
    }

    /// Returns `850 kbit/s`, `2.4 Mbit/s`.
    package static func bitrate(_ bits: Int) -> String {
        bits < 1_000_000 ? "\(bits / 1000) kbit/s" : "\(bits / 1_000_000).\(bits / 100_000 % 10) Mbit/s"
    }

    /// Returns `512 B`, `1.5 kB`, `24.0 MB`, `1.2 GB`.
    package static func bytes(_ count: Int64) -> String {
        guard count >= 1000 else { return "\(max(0, count)) B" }
        var (tenths, units) = (count / 100, ["kB", "MB", "GB", "TB"][...])
        while tenths >= 10_000, units.count > 1 {
            tenths /= 1000
            units.removeFirst()
        }
        return "\(tenths / 10).\(tenths % 10) \(units.first ?? "")"
    }

    /// Returns `1×`, `1.5×`, `0.25×`.
    package static func rate(_ rate: Double) -> String {
        guard rate.isFinite, abs(rate) < 1000 else { return "?×" }
        let hundredths = Int(saturating: rate * 100)
        if hundredths % 100 == 0 { return "\(hundredths / 100)×" }
        return hundredths % 10 == 0 ? "\(hundredths / 100).\(hundredths / 10 % 10)×" : "\(hundredths / 100).\(twoDigits(hundredths % 100))×"
    }

    private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
