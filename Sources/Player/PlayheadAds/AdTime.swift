/// A position in an ad or in the content.
public enum AdOffset: Sendable, Hashable {
    /// A number of seconds from the start.
    case seconds(Double)
    /// A share of the duration, from 0 to 1.
    case fraction(Double)

    /// Returns the position in seconds.
    /// - Parameter duration: The duration in seconds; `nil` if it is unknown.
    /// - Returns: `nil` for a share of an unknown duration.
    public func seconds(of duration: Double?) -> Double? {
        switch self {
        case .seconds(let seconds): seconds
        case .fraction(let fraction): duration.map { $0 * fraction }
        }
    }

    /// Parses `hh:mm:ss`, `hh:mm:ss.mmm` or `n%`.
    public init?(_ text: String) {
        let text = text.trimmed
        if text.hasSuffix("%") {
            guard let percent = AdTime.decimal(text.dropLast().trimmed), percent <= 100 else { return nil }
            self = .fraction(percent / 100)
        } else {
            guard let seconds = AdTime.seconds(text) else { return nil }
            self = .seconds(seconds)
        }
    }
}

/// Parses and formats times of VAST, VMAP and configurations.
package enum AdTime {
    /// The maximum time in seconds; longer ones are rejected.
    private static let maximum = 10_000_000.0

    /// Parses a time in seconds: `hh:mm:ss`, `hh:mm:ss.mmm`, and the common deviations `h:mm:ss`, `hh:mm:ss:mmm`, `mm:ss`.
    package static func seconds(_ text: String) -> Double? {
        var parts = text.trimmed.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard (2...4).contains(parts.count) else { return nil }
        var milliseconds = 0.0
        if parts.count == 4 {
            guard let number = integer(parts.removeLast()) else { return nil }
            milliseconds = number
        }
        guard let seconds = decimal(parts.removeLast()), let minutes = integer(parts.removeLast()) else { return nil }
        var hours = 0.0
        if let text = parts.last {
            guard let number = integer(text) else { return nil }
            hours = number
        }
        let time = hours * 3600 + minutes * 60 + seconds + milliseconds / 1000
        return time <= maximum ? time : nil
    }

    /// Parses a sequence of digits.
    private static func integer(_ text: String) -> Double? {
        text.isEmpty || !text.utf8.allSatisfy(isDigit) ? nil : Double(text)
    }

    /// Parses a decimal number without sign and exponent.
    static func decimal(_ text: String) -> Double? {
        guard let first = text.utf8.first, isDigit(first), text.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }),
            let number = Double(text), number <= maximum
        else { return nil }
        return number
    }

    /// Formats a time as `hh:mm:ss.mmm`.
    package static func text(_ seconds: Double) -> String {
        let milliseconds = Int(saturating: min(max(0, seconds), maximum) * 1000)
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let whole = milliseconds / 1000
        return "\(padded(whole / 3600, 2)):\(padded(whole / 60 % 60, 2)):\(padded(whole % 60, 2)).\(padded(milliseconds % 1000, 3))"
    }

    /// Formats a date (seconds since 1970) as ISO 8601 in UTC, with milliseconds.
    static func date(_ date: Double) -> String {
        let day = (min(max(date, -1e10), 1e11) / 86_400).rounded(.down)
        // Converts days to a civil date: years begin in March, so that the leap day is the last one.
        let shifted = Int(saturating: day) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let civilMonth = month < 10 ? month + 3 : month - 9
        let year = yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0)
        let digits = [civilMonth, dayOfYear - (153 * month + 2) / 5 + 1].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(year)-\(digits[0])-\(digits[1])T\(text(min(date - day * 86_400, 86_399.999)))Z"
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
