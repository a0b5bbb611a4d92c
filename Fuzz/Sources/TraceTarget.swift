import Foundation
import PlayheadCore

/// Reads traces of any origin: encoding a trace returns the input, and replaying it is ordered and deterministic.
enum TraceTarget {
    static func run(_ input: [UInt8]) {
        guard let trace = try? PlaybackTrace(parsing: Data(input)) else { return }
        guard let text = try? trace.encoded(), let again = try? PlaybackTrace(parsing: text) else {
            return require(false, "what was read can't be written")
        }
        require((try? again.encoded()) == text, "what was written is read as another trace")
        let events = trace.events()
        require(events.map(\.context.sequence) == Array(1..<events.count + 1), "events without numbers in a row")
        if let end = trace.end { require(events.count <= max(0, end.emitted), "events after the end") }
        let lines = events.map { EventLine.text(of: $0) }
        require(lines == trace.lines, "the same inputs tell two things")
        require(lines.allSatisfy { !$0.contains("\n") && Secrets.blanked($0) == $0 }, "a line tells what gives access, or is none")
    }
}
