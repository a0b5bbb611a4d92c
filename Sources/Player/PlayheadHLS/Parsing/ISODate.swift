/// Dates of ISO 8601 as written in playlists.
enum ISODate {
    /// Returns the seconds since 1970 of `YYYY-MM-DDThh:mm:ss[.s…][Z|±hh[:]mm]`; nil for an invalid date. Without a zone, UTC is assumed
    /// and `hasZone` is false.
    static func parse(_ bytes: [UInt8], _ range: Range<Int>) -> (seconds: Double, hasZone: Bool)? {
        var cursor = Cursor(bytes: bytes, position: range.lowerBound, end: range.upperBound)
        guard let year = cursor.number(4), cursor.skip("-"), let month = cursor.number(2), cursor.skip("-"), let day = cursor.number(2),
            (1...12).contains(month), (1...31).contains(day), cursor.skip("T") || cursor.skip("t") || cursor.skip(" "),
            let hour = cursor.number(2), cursor.skip(":"), let minute = cursor.number(2), hour < 25, minute < 60
        else { return nil }
        var second = 0
        var fraction = 0.0
        if cursor.skip(":") {
            guard let value = cursor.number(2), value < 61 else { return nil }
            second = value
            if cursor.skip(".") || cursor.skip(",") { fraction = cursor.fraction() }
        }
        var zone = 0
        var hasZone = true
        if cursor.isAtEnd {
            hasZone = false
        } else if !(cursor.skip("Z") || cursor.skip("z")) {
            let isWest = cursor.skip("-")
            guard isWest || cursor.skip("+"), let hours = cursor.number(2) else { return nil }
            var minutes = 0
            if !cursor.isAtEnd {
                _ = cursor.skip(":")
                guard let value = cursor.number(2) else { return nil }
                minutes = value
            }
            zone = (hours * 60 + minutes) * (isWest ? -60 : 60)
        }
        guard cursor.isAtEnd else { return nil }
        let whole = days(year: year, month: month, day: day) * 86_400 + hour * 3600 + minute * 60 + second - zone
        return (Double(whole) + fraction, hasZone)
    }

    /// Returns the seconds since 1970; see `parse(_:_:)`.
    static func parse(_ text: String) -> Double? {
        let bytes = Array(text.utf8)
        return parse(bytes, 0..<bytes.count)?.seconds
    }

    /// Returns the days since 1970-01-01 in the Gregorian calendar. Years begin in March here, so that leap days are at the end.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private struct Cursor {
        let bytes: [UInt8]
        var position: Int
        let end: Int

        var isAtEnd: Bool { position >= end }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard position < end, bytes[position] == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        mutating func number(_ digits: Int) -> Int? {
            guard end - position >= digits else { return nil }
            var value = 0
            for _ in 0..<digits {
                guard ASCII.isDigit(bytes[position]) else { return nil }
                value = value * 10 + Int(bytes[position] - ASCII.zero)
                position += 1
            }
            return value
        }

        mutating func fraction() -> Double {
            var value = 0
            var scale = 1
            while position < end, ASCII.isDigit(bytes[position]) {
                if scale < 1_000_000_000 {
                    value = value * 10 + Int(bytes[position] - ASCII.zero)
                    scale *= 10
                }
                position += 1
            }
            return Double(value) / Double(scale)
        }
    }
}
