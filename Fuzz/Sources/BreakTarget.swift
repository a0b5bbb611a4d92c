import PlayheadAds

/// Sequences of whatever an ad controller can be told: inputs first, then documents that answer its requests, each after a zero byte pair.
enum BreakTarget {
    static func run(_ input: [UInt8]) {
        var parts = split(input)
        let script = parts.isEmpty ? [] : parts.removeFirst()
        var reader = InputReader(script)
        var session = BreakSession(&reader, documents: parts)
        while !reader.isAtEnd { session.step(&reader) }
        session.finish()
    }

    /// The pieces between pairs of zeros.
    private static func split(_ input: [UInt8]) -> [[UInt8]] {
        var parts: [[UInt8]] = [[]]
        var index = 0
        while index < input.count {
            if input[index] == 0, index + 1 < input.count, input[index + 1] == 0 {
                parts.append([])
                index += 2
            } else {
                parts[parts.count - 1].append(input[index])
                index += 1
            }
        }
        return parts
    }
}
