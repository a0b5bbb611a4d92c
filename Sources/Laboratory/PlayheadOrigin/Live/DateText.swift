/// Formats dates for `EXT-X-PROGRAM-DATE-TIME` (RFC 8216bis §4.4.4.6): ISO 8601, milliseconds, UTC.
enum DateText {
    /// Formats `microseconds` since 1970.
    static func format(_ microseconds: Int) -> String {
        let milliseconds = floored(microseconds &+ 500, 1000)
        let day = floored(milliseconds, 86_400_000)
        let time = milliseconds - day * 86_400_000
        let (year, month, dayOfMonth) = civil(day)
        let second = time / 1000
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))T"
            + "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2)).\(padded(time % 1000, 3))Z"
    }

    /// Returns the Gregorian date of a day counted from 1970-01-01. Years begin in March in this calculation, so that leap days come last.
    private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = floored(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
        return (year, month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1)
    }

    private static func floored(_ value: Int, _ divisor: Int) -> Int {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }

    private static func padded(_ value: Int, _ count: Int) -> String {
        let digits = String(value)
        return digits.utf8.count < count ? String(repeating: "0", count: count - digits.utf8.count) + digits : digits
    }
}
