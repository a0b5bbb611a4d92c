/// Extreme numbers for all code that reads numbers: the limits of the types, values beyond them, and invalid texts.
package enum HostileNumbers {
    /// The numbers as texts.
    package static let texts = [
        "", "0", "-0", "1", "-1", "+5", "127", "256", "65535", "65536", "2147483647", "2147483648", "-2147483649", "4294967296",
        "9007199254740993",
        "2305843009213693951", "4611686018427387904", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
        "18446744073709551615", "18446744073709551616", "99999999999999999999999999999999999999", "1e9", "1e18", "1e19", "1e308", "-1e308",
        "1e-308", "1e400", "1.7976931348623157e308", "0.000000000000000000001", "inf", "-inf", "infinity", "nan", "NaN",
        "0x7fffffffffffffff",
        "1_000", "٣", "1.5", "-1.5", "9223372036854775807.5", "1000000000.5",
    ]

    /// The numbers as floating point.
    package static let values: [Double] = [
        0, -0.0, 1, -1, 0.5, 255.5, 65_536, 0x1p31, -0x1p31, 0x1p32, 0x1p53, 0x1p63, -0x1p63, 0x1p64, 1e18, 1e19, -1e19, 1e100, 1e308,
        -1e308,
        1e-308, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .infinity, -.infinity, .nan,
    ]

    /// The numbers as integers.
    package static let integers = [
        0, 1, -1, 2, 255, 256, 65_535, 65_536, Int(Int32.max), Int(Int32.min), Int(UInt32.max), 1 << 53, 1 << 62, -(1 << 62), .max / 4,
        .min / 4,
        .max - 1, .max, .min + 1, .min,
    ]

    /// Returns the text with each of its numbers replaced by each of the texts, one at a time, and then with all of them replaced.
    package static func variants(of text: String) -> [String] {
        let bytes = Array(text.utf8)
        let places = numbers(in: bytes)
        func replacing(_ places: [Range<Int>], by number: String) -> String {
            var result: [UInt8] = []
            var position = 0
            for place in places {
                result += bytes[position..<place.lowerBound] + Array(number.utf8)
                position = place.upperBound
            }
            return String(decoding: result + bytes[position...], as: UTF8.self)
        }
        return texts.flatMap { number in places.map { replacing([$0], by: number) } + [replacing(places, by: number)] }
    }

    /// Returns the ranges of numbers: digits with at most one point.
    private static func numbers(in bytes: [UInt8]) -> [Range<Int>] {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        var places: [Range<Int>] = []
        var start: Int?
        for (index, byte) in bytes.enumerated() {
            let isInside = digits.contains(byte) || byte == UInt8(ascii: ".") && start != nil
            if isInside { start = start ?? index }
            if !isInside, let begun = start {
                places.append(begun..<index)
                start = nil
            }
        }
        if let start { places.append(start..<bytes.count) }
        return places
    }

    /// Returns the bytes with extreme numbers of one, two, four and eight bytes at each offset, one at a time.
    package static func variants(of bytes: [UInt8]) -> [[UInt8]] {
        let patterns: [[UInt8]] = [1, 2, 4, 8].flatMap { width -> [[UInt8]] in
            let tail = [UInt8](repeating: 0xFF, count: width - 1)
            return [[0x7F] + tail, [0x80] + tail.map { _ in 0 }, [0xFF] + tail, [0] + tail.map { _ in 0 }]
        }
        return bytes.indices.flatMap { place in
            patterns.compactMap { pattern in
                guard place + pattern.count <= bytes.count else { return nil }
                return Array(bytes[..<place]) + pattern + Array(bytes[(place + pattern.count)...])
            }
        }
    }
}
