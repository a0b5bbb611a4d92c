/// The times of a SubRip cue.
struct SubRipTimes {
    /// The start, in seconds.
    var start: Double
    /// The end, in seconds.
    var end: Double

    /// Makes times in seconds.
    init(start: Double, end: Double) { (self.start, self.end) = (start, end) }

    /// Parses a line like `00:01:02,500 --> 00:01:04,000`; `nil` if it is invalid. Coordinates after it are ignored.
    init?(_ line: ArraySlice<UInt8>) {
        guard line.containsArrow else { return nil }
        var cursor = ByteCursor(line)
        cursor.skipWhitespace()
        guard let start = Self.time(&cursor) else { return nil }
        cursor.skipWhitespace()
        guard cursor.skip("-->") else { return nil }
        cursor.skipWhitespace()
        guard let end = Self.time(&cursor) else { return nil }
        (self.start, self.end) = (start, end)
    }

    /// Parses a time alone; `nil` if it is invalid.
    static func time(of text: ArraySlice<UInt8>) -> Double? {
        var cursor = ByteCursor(text.trimmed)
        return time(&cursor)
    }

    /// Parses a time: hours may be missing, and so may the fraction, which follows a comma, a period or a colon. Spaces
    /// between the numbers are ignored.
    private static func time(_ cursor: inout ByteCursor) -> Double? {
        var parts: [Double] = []
        var fraction = 0.0
        repeat {
            cursor.skipWhitespace()
            let digits = cursor.digits()
            guard !digits.isEmpty else { return nil }
            if parts.count == 3 {
                fraction = Self.milliseconds(digits)
                break
            }
            parts.append(digits.decimalValue)
            cursor.skipWhitespace()
        } while cursor.skip(ASCII.colon)
        guard parts.count >= 2 else { return nil }
        if cursor.skip(ASCII.comma) || cursor.skip(ASCII.point) {
            cursor.skipWhitespace()
            fraction = Self.milliseconds(cursor.digits())
        }
        let seconds = parts.reduce(0) { $0 * 60 + $1 }
        return seconds < 1e15 ? (seconds * 1000 + fraction) / 1000 : nil
    }

    /// Returns the milliseconds of a fraction's digits.
    private static func milliseconds(_ digits: ArraySlice<UInt8>) -> Double {
        (Array(digits.prefix(3)) + Array(repeating: ASCII.zero, count: 3 - min(digits.count, 3)))[...].decimalValue
    }
}
