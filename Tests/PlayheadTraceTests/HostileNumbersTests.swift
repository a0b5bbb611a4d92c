import Foundation
import PlayheadCore
import TestSupport
import Testing

@testable import PlayheadTrace

@Suite("Hostile numbers in traces")
struct HostileNumbersTests {
    @Test("are refused with the line, or replayed")
    func replay() throws {
        let lines = String(decoding: try Samples.trace.encoded(), as: UTF8.self).split(separator: "\n").map(String.init)
        for (index, line) in lines.enumerated() {
            for variant in HostileNumbers.variants(of: line) {
                var text = lines
                text[index] = variant
                guard let trace = try? PlaybackTrace(parsing: Data((text.joined(separator: "\n") + "\n").utf8)) else { continue }
                _ = trace.events()
            }
        }
    }
}
