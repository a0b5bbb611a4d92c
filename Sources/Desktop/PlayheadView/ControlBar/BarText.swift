import PlayheadCore

/// Formats times and choices for controls.
package enum BarText {
    /// Returns a time without leading zeros, such as `0:05` or `1:02:03`; a negative time has a minus sign.
    package static func clock(_ seconds: Double) -> String {
        let text = TimeText.clock(seconds)
        let isNegative = text.hasPrefix("-")
        let digits = isNegative ? text.dropFirst() : text[...]
        let kept = digits.hasPrefix("0") && digits.count > 4 ? digits.dropFirst() : digits
        return (isNegative ? "−" : "") + kept
    }

    /// Returns a share as a percentage.
    package static func percent(_ share: Double) -> String { "\(Int(saturating: share * 100)) %" }

    /// Returns a delay in seconds with its sign and a tenth, such as `+0.5 s`; `0 s` for none.
    package static func delay(_ seconds: Double) -> String {
        let tenths = Int(saturating: abs(seconds) * 10)
        guard tenths > 0 else { return "0 s" }
        return "\(seconds < 0 ? "−" : "+")\(tenths / 10).\(tenths % 10) s"
    }

    /// Returns a short name for a track: its language in capital letters, or the start of its name.
    package static func short(_ track: MediaTrack) -> String {
        let maximum = 8
        if let language = track.language, let primary = language.split(separator: "-").first, (2...3).contains(primary.count) {
            return primary.uppercased()
        }
        return track.name.count > maximum ? track.name.prefix(maximum - 1) + "…" : track.name
    }
}

extension BarText {
    /// Returns a number with at most two decimals.
    package static func decimal(_ value: Double) -> String {
        let hundredths = Int(saturating: abs(value) * 100)
        let text =
            hundredths % 100 == 0 ? "\(hundredths / 100)" : "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
        return (value < 0 && hundredths > 0 ? "−" : "") + text
    }
}
