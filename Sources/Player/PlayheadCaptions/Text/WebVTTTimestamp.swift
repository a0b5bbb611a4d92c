/// Times in WebVTT's syntax.
enum WebVTTTimestamp {
    /// Parses a time and advances past it (WebVTT §6.3, "collect a WebVTT timestamp").
    /// - Returns: The time in seconds, or `nil` if there is none.
    static func collect(_ cursor: inout ByteCursor) -> Double? {
        let first = cursor.digits()
        guard !first.isEmpty else { return nil }
        let startsWithHours = first.count != 2 || first.decimalValue > 59
        guard let second = twoDigits(&cursor) else { return nil }
        var hours = 0.0
        var minutes = first.decimalValue
        var seconds = second
        if startsWithHours || cursor.rest.first == ASCII.colon {
            guard let third = twoDigits(&cursor) else { return nil }
            (hours, minutes, seconds) = (first.decimalValue, second, third)
        }
        guard cursor.skip(ASCII.point) else { return nil }
        let fraction = cursor.digits()
        guard fraction.count == 3, minutes <= 59, seconds <= 59 else { return nil }
        // A single division of integer milliseconds gives the nearest number.
        let milliseconds = (hours * 3600 + minutes * 60 + seconds) * 1000 + fraction.decimalValue
        return milliseconds.isFinite ? milliseconds / 1000 : .greatestFiniteMagnitude
    }

    /// Parses a text that consists of a time.
    static func parse(_ bytes: ArraySlice<UInt8>) -> Double? {
        var cursor = ByteCursor(bytes)
        guard let time = collect(&cursor), cursor.isAtEnd else { return nil }
        return time
    }

    private static func twoDigits(_ cursor: inout ByteCursor) -> Double? {
        guard cursor.skip(ASCII.colon) else { return nil }
        let digits = cursor.digits()
        return digits.count == 2 ? digits.decimalValue : nil
    }

    /// Formats the times of a cue, in seconds.
    static func times(from start: Double, to end: Double) -> String { "\(text(start)) --> \(text(end))" }

    /// Formats a time with hours, at least two digits of them.
    static func text(_ time: Double) -> String {
        guard time.isFinite, time < 9e12 else { return "99:59:59.999" }
        let milliseconds = Int(saturating: max(time, 0) * 1000)
        func padded(_ number: Int, _ count: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, count - digits.count)) + digits
        }
        return padded(milliseconds / 3_600_000, 2) + ":" + padded(milliseconds / 60_000 % 60, 2) + ":" + padded(milliseconds / 1000 % 60, 2)
            + "." + padded(milliseconds % 1000, 3)
    }
}
