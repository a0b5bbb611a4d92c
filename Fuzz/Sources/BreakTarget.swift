import PlayheadAds

/// Passes any sequence of inputs to an ad controller: first the inputs, then the documents that answer its requests, each after a pair of
/// zero bytes.
enum BreakTarget {
    static func run(_ input: [UInt8]) {
        var parts = split(input)
        let script = parts.isEmpty ? [] : parts.removeFirst()
        var reader = InputReader(script)
        var session = BreakSession(&reader, documents: parts)
        while !reader.isAtEnd { session.step(&reader) }
        session.finish()
    }

    /// Returns the parts between pairs of zero bytes.
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
