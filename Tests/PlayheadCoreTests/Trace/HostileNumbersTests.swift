import Foundation
import TestSupport
import Testing

@testable import PlayheadCore

@Suite("Hostile numbers in traces")
struct HostileNumbersTests {
    @Test("are refused with the line, or replayed")
    func replay() throws {
        let lines = String(decoding: try TraceSamples.trace.encoded(), as: UTF8.self).split(separator: "\n").map(String.init)
        var generator = SeededGenerator(seed: 1)
        for (index, line) in lines.enumerated() {
            let variants = HostileNumbers.variants(of: line)
            for _ in 0..<min(variants.count, TestScale.rounds(64)) {
                var text = lines
                text[index] = variants[generator.below(variants.count)]
                guard let trace = try? PlaybackTrace(parsing: Data((text.joined(separator: "\n") + "\n").utf8)) else { continue }
                _ = trace.events()
            }
        }
    }
}
