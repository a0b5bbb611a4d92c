import Foundation
import PlayheadCore

/// A recorded playback as a test: replays recorded inputs in the current state machine, without network, media or real time.
///
///     let playback = try RecordedPlayback(contentsOf: url)
///     #expect(playback.events.count { $0.name == .onComplete } == 1)
///     #expect(playback.difference(from: goldenLines) == nil)
public struct RecordedPlayback: Sendable {
    /// The first difference between two playbacks.
    public struct Difference: Sendable, Hashable {
        /// The first line that differs, from 1.
        public var line: Int
        /// The expected line; nil after the end.
        public var expected: String?
        /// The actual line; nil after the end.
        public var actual: String?
    }

    /// The recorded inputs; a test can change them to examine other outcomes.
    package var trace: PlaybackTrace

    /// Reads a recording.
    /// - Parameters:
    ///   - url: The file of the recording.
    ///   - allowsCutOff: Whether to accept a recording that was cut off, by a crash for example; true by default.
    /// - Throws: ``TraceError`` if the recording can't be read completely, except for an accepted cut-off.
    public init(contentsOf url: URL, allowsCutOff: Bool = true) throws(TraceError) {
        trace = try PlaybackTrace(contentsOf: url)
        switch trace.problem {
        case nil: break
        case .cutOff, .unfinished: if !allowsCutOff, let problem = trace.problem { throw problem }
        case .file, .unwritten, .noTrace, .version, .malformed, .excess, .tooLate: if let problem = trace.problem { throw problem }
        }
    }

    /// The events that result from the inputs.
    public var events: [any PlayerEvent] { trace.events() }

    /// The events as lines of `playhead play --json`.
    public var lines: [String] { trace.lines }

    /// Returns the events of one type.
    public func events<Event: PlayerEvent>(of type: Event.Type) -> [Event] { events.compactMap { $0 as? Event } }

    /// Compares the playback with lines that were recorded or written by hand.
    /// - Parameter expected: Lines of JSON; summary lines are ignored.
    /// - Returns: The first difference; nil if there is none.
    public func difference(from expected: [String]) -> Difference? {
        let actual = lines
        let expected = expected.filter { !$0.isEmpty && !$0.hasPrefix(#"{"event":"summary""#) }
        for index in 0..<max(actual.count, expected.count) {
            let (one, other) = (
                expected.indices.contains(index) ? expected[index] : nil, actual.indices.contains(index) ? actual[index] : nil
            )
            if one != other { return Difference(line: index + 1, expected: one, actual: other) }
        }
        return nil
    }
}
