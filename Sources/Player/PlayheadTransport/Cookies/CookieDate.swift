/// Dates of cookies, in any order of their parts (RFC 6265 §5.1.1).
enum CookieDate {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// Returns the seconds since 1970; `nil` for an invalid date.
    static func seconds(_ text: String) -> Double? {
        var time: (hour: Int, minute: Int, second: Int)?
        var (day, month, year): (Int?, Int?, Int?)
        for token in text.split(whereSeparator: { !isPart($0) }) {
            if time == nil, let found = clock(token) {
                time = found
            } else if day == nil, let found = number(token, digits: 1...2) {
                day = found
            } else if month == nil, let found = months.firstIndex(of: String(token.lowercased().prefix(3))) {
                month = found + 1
            } else if year == nil, let found = number(token, digits: 2...4) {
                year = found < 70 ? found + 2000 : found < 100 ? found + 1900 : found
            }
        }
        guard let time, let day, let month, let year, year >= 1601, (1...31).contains(day) else { return nil }
        guard time.hour < 24, time.minute < 60, time.second < 60 else { return nil }
        let seconds = (time.hour * 60 + time.minute) * 60 + time.second
        return Double(days(year, month, day)) * 86_400 + Double(seconds)
    }

    /// Whether a character is not a delimiter.
    private static func isPart(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == ":" }

    private static func clock(_ token: Substring) -> (Int, Int, Int)? {
        let parts = token.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let hour = number(parts[0], digits: 1...2), let minute = number(parts[1], digits: 1...2),
            let second = number(parts[2], digits: 1...2)
        else { return nil }
        return (hour, minute, second)
    }

    /// Parses the digits at the beginning, if their number is allowed.
    private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
        let found = text.prefix { $0.isASCII && $0.isNumber }
        return digits.contains(found.count) ? Int(found) : nil
    }

    /// Returns the days since 1970 in the Gregorian calendar. A year counts from March, so that a leap day is its last one.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        // bounded: the numbers have at most four digits
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let leapDays = shifted / 4 - shifted / 100 + shifted / 400
        let daysTo1970 = 719_468
        return 365 * shifted + leapDays + dayOfYear - daysTo1970
    }
}
