import Foundation
import TestSupport

/// Mutates playlists, captions and documents: lines, numbers, and additional tags.
struct TextMutator {
    /// The paths for references.
    let paths: [String]

    private static let newline = UInt8(ascii: "\n")

    /// Mutates `bytes` in some places.
    func mutate(_ bytes: [UInt8], tags: [String], _ random: inout SeededGenerator) -> [UInt8] {
        var lines = bytes.split(separator: Self.newline, omittingEmptySubsequences: false).map { Array($0) }
        for _ in 0...random.below(random.oneIn(4) ? 12 : 3) where !lines.isEmpty { change(&lines, tags: tags, using: &random) }
        return Array(lines.joined(separator: [Self.newline]))
    }

    private func change(_ lines: inout [[UInt8]], tags: [String], using random: inout SeededGenerator) {
        let line = random.below(lines.count)
        switch random.below(12) {
        case 0: lines.remove(at: line)
        case 1: lines.insert(lines[line], at: random.below(lines.count))
        case 2: lines.swapAt(line, random.below(lines.count))
        case 3, 4: lines[line] = withOtherNumber(lines[line], &random)
        case 5, 6, 7: if !tags.isEmpty { lines.insert(tag(tags, &random), at: random.below(lines.count + 1)) }
        case 8: lines[line] = ByteMutator.mutate(lines[line], &random)
        case 9: lines.removeLast(lines.count - line)
        case 10: if !paths.isEmpty { lines[line] = Array(reference(&random).utf8) }
        default: if random.oneIn(4) { lines.insert(contentsOf: [[UInt8]](repeating: lines[line], count: random.below(2000)), at: line) }
        }
    }

    private func tag(_ tags: [String], _ random: inout SeededGenerator) -> [UInt8] {
        var text = tags[random.below(tags.count)]
        while let place = text.range(of: "%n") { text.replaceSubrange(place, with: Self.number(&random)) }
        while let place = text.range(of: "%u") { text.replaceSubrange(place, with: reference(&random)) }
        return Array(text.utf8)
    }

    private func reference(_ random: inout SeededGenerator) -> String {
        if random.oneIn(8) {
            return [
                "", "//", "http://", "http://[::1", "file:///etc/passwd", "data:,x", "ftp://127.0.0.1/x", "http://127.0.0.1:1/", "../../..",
                "?",
                "http://user:word@127.0.0.1:9/", "%", "a%00b", String(repeating: "a/", count: 3000), "http://127.0.0.1:0/x",
                "http://127.0.0.1:65536/x", "http://[::1]:99999/x",
            ][random.below(17)]
        }
        return "/" + paths[random.below(paths.count)]
    }

    /// The numbers that overflow in conversions, additions or multiplications.
    private static let extremes = [
        "65536", "2147483648", "4294967296", "1099511627776", "9007199254740993", "2305843009213693951", "9223372036854775807",
        "-9223372036854775808", "18446744073709551616", "1e308", "1e-308", "inf", "nan",
    ]

    /// Returns a number as text, usually a common one.
    private static func number(_ random: inout SeededGenerator) -> String {
        switch random.below(8) {
        case 0: extremes[random.below(extremes.count)]
        case 1: "-1"
        case 2: "0"
        case 3: "1e9"
        case 4: "0.000001"
        case 5: "\(random.below(1_000_000))"
        default: "\(random.below(10))"
        }
    }

    private func withOtherNumber(_ line: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let starts = line.indices.filter { digits.contains(line[$0]) && ($0 == 0 || !digits.contains(line[$0 - 1])) }
        guard !starts.isEmpty else { return line }
        let start = starts[random.below(starts.count)]
        let end = line[start...].firstIndex { !digits.contains($0) } ?? line.count
        return Array(line[..<start]) + Array(Self.number(&random).utf8) + Array(line[end...])
    }
}
