import Foundation
import PlayheadCore
import PlayheadEngine

extension Player {
    /// Records all that happens into a file, for `playhead replay` and for tests (`PlaybackTrace`), until ``stopTrace()`` or the player's end.
    ///
    /// Request headers and cookies are not recorded, and values in URLs that give access are blanked.
    /// - Parameter url: A file. A regular file that is there is emptied; a pipe or a device is written in place, and what a symbolic link leads to likewise.
    /// - Throws: `TraceError.tooLate` after the first command of any kind; `TraceError.file` where the file can't be opened; `TraceError.unwritten` where it
    ///   can't be written, as on a full disk.
    public func startTrace(writingTo url: URL) throws(TraceError) {
        let result = session.assumeIsolated { session in
            Result { () throws(TraceError) in try session.startTrace(writingTo: url) }
        }
        try result.get()
    }

    /// Ends the recording after the event that is told now; without one it does nothing.
    /// - Throws: `TraceError.unwritten` where the file could not be written up to here.
    public func stopTrace() throws(TraceError) {
        let result = session.assumeIsolated { session in Result { () throws(TraceError) in try session.stopTrace() } }
        try result.get()
    }

    /// Records nothing more from here on, but leaves the file to be ended: what is counted then belongs to it.
    /// - Returns: Ends the file; `nil` where nothing is recorded.
    package func pauseTrace() -> TraceEnding? {
        session.assumeIsolated { $0.pauseTrace() }.map { TraceEnding(session: session, told: $0) }
    }

    /// What the engines and the player's loader have counted.
    package var traceCounts: TraceCounts { session.assumeIsolated { $0.traceCounts } }
}

/// A recording that takes nothing more in and waits for its end.
@MainActor
package struct TraceEnding {
    let session: PlaybackSession
    let told: Int

    /// Ends the file.
    /// - Parameters:
    ///   - counts: What was counted in all.
    ///   - time: When the recording was paused, on the clock of the events' `monotonicTime`.
    /// - Throws: `TraceError.unwritten` where the file could not be written.
    package func end(_ counts: TraceCounts, at time: Double) throws(TraceError) {
        let end = PlaybackTrace.End(told: told, counts: counts, time: time)
        let result = session.assumeIsolated { session in Result { () throws(TraceError) in try session.endTrace(end) } }
        try result.get()
    }
}
