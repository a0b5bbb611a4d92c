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
        guard !core.hasHandledInput else { throw .tooLate }
        recorder = try TraceRecorder(writingTo: url, head: PlaybackTrace.Head(options: core.machine.options, birth: birth))
    }

    /// Ends the recording after the event that is told now; without one it does nothing.
    /// - Throws: `TraceError.unwritten` where the file could not be written up to here.
    public func stopTrace() throws(TraceError) {
        let time = monotonicTime
        try pauseTrace()?.end(traceCounts, at: time)
    }

    /// Records nothing more from here on, but leaves the file to be ended: what is counted then belongs to it.
    /// - Returns: Ends the file; `nil` where nothing is recorded.
    package func pauseTrace() throws(TraceError) -> TraceEnding? {
        guard let recorder else { return nil }
        self.recorder = nil
        return TraceEnding(recorder: recorder, told: core.queue.told)
    }

    /// What the engines and the player's loader have counted.
    package var traceCounts: TraceCounts {
        let statistics = totalStatistics
        let transfers = transfers
        var counts = TraceCounts()
        counts.framesShown = statistics.framesShown
        counts.framesDropped = statistics.framesDropped
        counts.audioFrames = statistics.audioFrames
        counts.played = statistics.played
        counts.levels = statistics.timeByLevel.map { .init(level: $0.key, time: $0.value) }.sorted { $0.level.index < $1.level.index }
        counts.bytes = transfers.bytes
        counts.requests = transfers.requests
        return counts
    }
}

/// A recording that takes nothing more in and waits for its end.
@MainActor
package struct TraceEnding {
    let recorder: TraceRecorder
    let told: Int

    /// Ends the file.
    /// - Parameters:
    ///   - counts: What was counted in all.
    ///   - time: When the recording was paused, on the clock of the events' `monotonicTime`.
    /// - Throws: `TraceError.unwritten` where the file could not be written.
    package func end(_ counts: TraceCounts, at time: Double) throws(TraceError) {
        recorder.end(PlaybackTrace.End(told: told, counts: counts, time: time))
        if let problem = recorder.problem { throw problem }
    }
}
