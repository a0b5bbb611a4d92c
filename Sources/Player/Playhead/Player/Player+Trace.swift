import Foundation
import PlayheadCore
import PlayheadEngine

extension Player {
    /// Records the playback to a file, for `playhead replay` and for tests (`PlaybackTrace`), until ``stopTrace()`` or deallocation.
    ///
    /// Request headers and cookies are not recorded, and secret values in URLs are blanked.
    /// - Parameter url: The file. A regular file is emptied; a pipe, a device or the target of a symbolic link is written in place.
    /// - Throws: `TraceError.tooLate` after the first command; `TraceError.file` if the file can't be opened; `TraceError.unwritten` if
    ///   writing fails, for example because the disk is full.
    public func startTrace(writingTo url: URL) throws(TraceError) {
        let result = session.assumeIsolated { session in
            Result { () throws(TraceError) in try session.startTrace(writingTo: url) }
        }
        try result.get()
    }

    /// Ends the recording after the current event; without a recording, has no effect.
    /// - Throws: `TraceError.unwritten` if the file could not be written completely.
    public func stopTrace() throws(TraceError) {
        let result = session.assumeIsolated { session in Result { () throws(TraceError) in try session.stopTrace() } }
        try result.get()
    }

    /// Stops recording, without ending the file: the final counts are added by ``TraceEnding``.
    /// - Returns: The ending of the file; `nil` if nothing is recorded.
    package func pauseTrace() -> TraceEnding? {
        session.assumeIsolated { $0.pauseTrace() }.map { TraceEnding(session: session, emitted: $0) }
    }

    /// The counters of the engines and of the player's loader.
    package var traceCounts: TraceCounts { session.assumeIsolated { $0.traceCounts } }
}

/// A paused recording that waits for its end.
@MainActor
package struct TraceEnding {
    let session: PlaybackSession
    let emitted: Int

    /// Ends the file.
    /// - Parameters:
    ///   - counts: The final counts.
    ///   - time: The time of the pause, on the clock of the `monotonicTime` of events.
    /// - Throws: `TraceError.unwritten` if the file could not be written.
    package func end(_ counts: TraceCounts, at time: Double) throws(TraceError) {
        let end = PlaybackTrace.End(emitted: emitted, counts: counts, time: time)
        let result = session.assumeIsolated { session in Result { () throws(TraceError) in try session.endTrace(end) } }
        try result.get()
    }
}
