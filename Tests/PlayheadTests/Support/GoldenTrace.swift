import Foundation
import Playhead
import Testing

/// Reference traces: text files in the folder `Golden`. With `PLAYHEAD_UPDATE_GOLDEN=1` in the environment they are rewritten.
@MainActor
enum GoldenTrace {
    static func compare(_ trace: Trace, with name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try compare(withoutWaits(trace.lines), with: name, sourceLocation: sourceLocation)
    }

    static func compare(_ lines: [String], with name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let file = Samples.tests.appendingPathComponent("Golden/\(name).txt")
        if ProcessInfo.processInfo.environment["PLAYHEAD_UPDATE_GOLDEN"] == "1" {
            try (lines.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
        }
        let golden = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(lines == golden, "The trace of \(name):\n\(lines.joined(separator: "\n"))", sourceLocation: sourceLocation)
    }

    /// Removes the key frames of a file, which are reported concurrently with the app's first command: before or after its events.
    private static func withoutIndex(_ lines: [String]) -> [String] {
        var result: [String] = []
        for line in lines {
            if line == "onMeta keyframes", result.last == "onMetaParsed" { result.removeLast() } else { result.append(line) }
        }
        return result
    }

    /// Converts a start that waits for data to one without, because whether a start has to wait depends on the machine.
    static func withoutWaits(_ lines: [String]) -> [String] {
        var result: [String] = []
        var isWaiting = false
        for line in withoutIndex(lines) {
            if line == "onStateChange play → buffering (loading)" {
                isWaiting = true
            } else if isWaiting, line.hasPrefix("onBuffer"), line.hasSuffix("(loading)") {
                continue
            } else if isWaiting, line.hasPrefix("onStateChange buffering → ") {
                isWaiting = false
                result.append(line.replacingOccurrences(of: "onStateChange buffering", with: "onStateChange play"))
            } else {
                result.append(line)
            }
        }
        return result
    }
}
