import Foundation
import PlayheadCore
import PlayheadEngine

extension PlaybackSession {
    /// Records all that happens into a file, for `playhead replay` and for tests (`PlaybackTrace`), until ``stopTrace()`` or the session's end.
    ///
    /// Request headers and cookies are not recorded, and values in URLs that give access are blanked.
    /// - Parameter url: A file. An existing regular file is emptied; a pipe or a device is written in place.
    /// - Throws: `TraceError.tooLate` after the first command of any kind; `TraceError.file` if the file can't be opened; `TraceError.unwritten` if it can't be written.
    public func startTrace(writingTo url: URL) throws(TraceError) {
        guard !core.hasHandledInput else { throw .tooLate }
        recorder = try TraceRecorder(writingTo: url, head: PlaybackTrace.Head(options: core.machine.options, birth: birth))
    }

    /// Ends the recording after the event that is emitted now; without a recording it has no effect.
    /// - Throws: `TraceError.unwritten` if the file could not be written up to here.
    public func stopTrace() throws(TraceError) {
        let time = monotonicTime
        if let told = pauseTrace() { try endTrace(PlaybackTrace.End(told: told, counts: traceCounts, time: time)) }
    }

    /// Records nothing more from here on, but leaves the file to be ended: what is counted then belongs to it.
    /// - Returns: The number of events so far; `nil` if nothing is recorded.
    func pauseTrace() -> Int? {
        guard let recorder else { return nil }
        (self.recorder, pausedRecorder) = (nil, recorder)
        return core.queue.told
    }

    /// Ends the file of a paused recording.
    func endTrace(_ end: PlaybackTrace.End) throws(TraceError) {
        guard let recorder = pausedRecorder else { return }
        pausedRecorder = nil
        recorder.end(end)
        if let problem = recorder.problem { throw problem }
    }

    /// The counts of the engines and of the session's loader.
    var traceCounts: TraceCounts {
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
