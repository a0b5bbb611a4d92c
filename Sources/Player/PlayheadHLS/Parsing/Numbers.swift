/// The numbers of RFC 8216bis §4.2. None overflows: a number that is too large is invalid.
enum Numbers {
    /// The maximum sequence number, offset or length: sums of two do not overflow.
    static let maximumInteger = NumberLimits.sequenceNumbers.upperBound
    /// The maximum time in seconds (about 31 years): sums of a playlist's durations stay precise enough, and finite.
    static let maximumTime = NumberLimits.durations.upperBound

    /// Parses an integer that fills a range of bytes; a sign is allowed, because some playlists have it.
    static func integer(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
        var index = range.lowerBound
        var isNegative = false
        if index < range.upperBound, bytes[index] == ASCII.minus || bytes[index] == ASCII.plus {
            isNegative = bytes[index] == ASCII.minus
            index += 1
        }
        guard index < range.upperBound else { return nil }
        var value = 0
        while index < range.upperBound {
            guard ASCII.isDigit(bytes[index]), value <= maximumInteger / 10 else { return nil }
            value = value * 10 + Int(bytes[index] - ASCII.zero)
            index += 1
        }
        guard value <= maximumInteger else { return nil }
        return isNegative ? -value : value
    }

    /// Parses an integer; see `integer(_:_:)`.
    static func integer(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        return integer(bytes, 0..<bytes.count)
    }

    /// The powers of ten that a `Double` represents exactly.
    private static let powersOfTen: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]

    /// Parses a decimal number, signed or not, that fills a range of bytes; finite. Exponents, `inf` and `nan` are invalid.
    static func decimal(_ bytes: [UInt8], _ range: Range<Int>) -> Double? {
        var index = range.lowerBound
        var isNegative = false
        if index < range.upperBound, bytes[index] == ASCII.minus || bytes[index] == ASCII.plus {
            isNegative = bytes[index] == ASCII.minus
            index += 1
        }
        let first = index
        var digits = 0
        var fractionDigits = 0
        var mantissa: UInt64 = 0
        var hasPoint = false
        while index < range.upperBound {
            let byte = bytes[index]
            if byte == ASCII.point, !hasPoint {
                hasPoint = true
            } else if ASCII.isDigit(byte) {
                digits += 1
                if hasPoint { fractionDigits += 1 }
                if digits <= 15 { mantissa = mantissa * 10 + UInt64(byte - ASCII.zero) }
            } else {
                return nil
            }
            index += 1
        }
        guard digits > 0 else { return nil }
        // Up to 15 digits the quotient of two exact numbers is correctly rounded; beyond, the library rounds.
        let magnitude =
            digits <= 15
            ? Double(mantissa) / powersOfTen[fractionDigits]
            : Double(String(decoding: bytes[first..<range.upperBound], as: UTF8.self)) ?? .infinity
        guard magnitude.isFinite else { return nil }
        return isNegative ? -magnitude : magnitude
    }

    /// Parses a decimal number; see `decimal(_:_:)`.
    static func decimal(_ text: String) -> Double? {
        let bytes = Array(text.utf8)
        return decimal(bytes, 0..<bytes.count)
    }

    /// Parses a duration in seconds: a decimal number from 0 to `maximumTime`.
    static func duration(_ text: String) -> Double? {
        guard let value = decimal(text), value >= 0, value <= maximumTime else { return nil }
        return value
    }

    /// Rounds a time to the nearest integer, halves up. (The library's `rounded` would require the system's mathematics library.)
    static func rounded(_ time: Double) -> Double {
        guard time > 0, time <= maximumTime else { return time > 0 ? maximumTime : 0 }
        return Double(Int(saturating: time + 0.5, rounding: .down))
    }

    /// Parses an integer within `range`, by default not below 0.
    static func natural(_ text: String, in range: ClosedRange<Int> = 0...maximumInteger) -> Int? {
        guard let value = integer(text), range.contains(value) else { return nil }
        return value
    }

    /// Parses a decimal number within `range`.
    static func decimal(_ text: String, in range: ClosedRange<Double>) -> Double? {
        guard let value = decimal(text), range.contains(value) else { return nil }
        return value
    }

    /// Parses `<n>[@<o>]`; a missing offset is nil.
    static func byteRange(_ bytes: [UInt8], _ range: Range<Int>) -> (length: Int, offset: Int?)? {
        let at = bytes[range].firstIndex(of: ASCII.at) ?? range.upperBound
        guard let length = integer(bytes, range.lowerBound..<at), length >= 0 else { return nil }
        guard at + 1 < range.upperBound else { return (length, nil) }
        guard let offset = integer(bytes, at + 1..<range.upperBound), offset >= 0 else { return nil }
        return (length, offset)
    }

    /// Parses `<n>[@<o>]`; see `byteRange(_:_:)`.
    static func byteRange(_ text: String) -> (length: Int, offset: Int?)? {
        let bytes = Array(text.utf8)
        return byteRange(bytes, 0..<bytes.count)
    }

    /// Parses a hexadecimal sequence with `0x`, padded with leading zeros to a length; nil if it is invalid or longer.
    static func hexadecimal(_ text: String, length: Int) -> [UInt8]? {
        guard text.hasPrefix("0x") || text.hasPrefix("0X") else { return nil }
        let digits = Array(text.utf8.dropFirst(2))
        // bounded: the length is a constant of the caller
        guard !digits.isEmpty, digits.count <= length * 2 else { return nil }
        var octets = [UInt8](repeating: 0, count: length)
        for (place, digit) in digits.reversed().enumerated() {
            guard let value = hexDigit(digit) else { return nil }
            octets[length - 1 - place / 2] |= place.isMultiple(of: 2) ? value : value << 4
        }
        return octets
    }
}
