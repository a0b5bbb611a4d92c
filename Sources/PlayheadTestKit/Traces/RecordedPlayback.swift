import Foundation
import PlayheadCore

/// A recorded playback as a test: what was recorded where a problem showed goes through today's state machine, without network, media or time.
///
///     let playback = try RecordedPlayback(contentsOf: url)
///     #expect(playback.events.count { $0.name == .onComplete } == 1)
///     #expect(playback.difference(from: goldenLines) == nil)
public struct RecordedPlayback: Sendable {
    /// Where two playbacks are told differently.
    public struct Difference: Sendable, Hashable {
        /// The first line that differs, from 1.
        public var line: Int
        /// What was expected there; `nil` behind the end.
        public var expected: String?
        /// What is told there; `nil` behind the end.
        public var told: String?
    }

    /// The recorded inputs; a test may change them to see what would have come of others.
    public var trace: PlaybackTrace

    /// Reads a recording.
    /// - Parameter allowsCutOff: Whether one that was cut off, such as by a crash, is taken as far as it goes; true by default.
    /// - Throws: ``TraceError``.
    public init(contentsOf url: URL, allowsCutOff: Bool = true) throws(TraceError) {
        trace = try PlaybackTrace(contentsOf: url)
        switch trace.problem {
        case nil: break
        case .cutOff, .unfinished: if !allowsCutOff, let problem = trace.problem { throw problem }
        case .file, .unwritten, .noTrace, .version, .malformed, .excess, .tooLate: if let problem = trace.problem { throw problem }
        }
    }

    /// What is told of the inputs now.
    public var events: [any PlayerEvent] { trace.events() }

    /// The same as lines of `playhead play --json`.
    public var lines: [String] { trace.lines }

    /// The events of one kind.
    public func events<Event: PlayerEvent>(of type: Event.Type) -> [Event] { events.compactMap { $0 as? Event } }

    /// Where what is told differs from lines that were recorded or written by hand; `nil` where it does not.
    /// - Parameter expected: Lines of JSON; a summary at their end is left out.
    public func difference(from expected: [String]) -> Difference? {
        let told = lines
        let expected = expected.filter { !$0.isEmpty && !$0.hasPrefix(#"{"event":"summary""#) }
        for index in 0..<max(told.count, expected.count) {
            let (one, other) = (expected.indices.contains(index) ? expected[index] : nil, told.indices.contains(index) ? told[index] : nil)
            if one != other { return Difference(line: index + 1, expected: one, told: other) }
        }
        return nil
    }
}
