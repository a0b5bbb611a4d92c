import Foundation
import PlayheadCore
import PlayheadEngine

extension PlaybackSession {
    /// Records the playback to a file, for `playhead replay` and for tests (`PlaybackTrace`), until ``stopTrace()`` or deallocation.
    ///
    /// Request headers and cookies are not recorded, and secret values in URLs are blanked.
    /// - Parameter url: The file. A regular file is emptied; a pipe or a device is written in place.
    /// - Throws: `TraceError.tooLate` after the first command; `TraceError.file` if the file can't be opened; `TraceError.unwritten` if
    ///   writing fails.
    public func startTrace(writingTo url: URL) throws(TraceError) {
        guard !core.hasHandledInput else { throw .tooLate }
        recorder = try TraceRecorder(writingTo: url, head: PlaybackTrace.Head(options: core.machine.options, birth: measurements.birth))
        if settings != PlaybackSettings() { submit(.configure(settings)) }
    }

    /// Ends the recording after the current event; without a recording, has no effect.
    /// - Throws: `TraceError.unwritten` if the file could not be written completely.
    public func stopTrace() throws(TraceError) {
        let time = monotonicTime
        if let emitted = pauseTrace() { try endTrace(PlaybackTrace.End(emitted: emitted, counts: traceCounts, time: time)) }
    }

    /// Stops recording, without ending the file: the final counts are added by ``endTrace(_:)``.
    /// - Returns: The number of events so far; `nil` if nothing is recorded.
    func pauseTrace() -> Int? {
        guard let recorder else { return nil }
        (self.recorder, pausedRecorder) = (nil, recorder)
        return core.queue.emitted
    }

    /// Ends the file of a paused recording.
    func endTrace(_ end: PlaybackTrace.End) throws(TraceError) {
        guard let recorder = pausedRecorder else { return }
        pausedRecorder = nil
        recorder.end(end)
        if let problem = recorder.problem { throw problem }
    }

    /// The counters of the engines and of the session's loader.
    var traceCounts: TraceCounts {
        let statistics = totalStatistics
        let transfers = transfers
        var counts = TraceCounts()
        counts.framesShown = statistics.framesShown
        counts.firstPictureAt = statistics.firstPictureAt.map { $0 - measurements.birth }
        counts.framesDropped = statistics.framesDropped
        counts.audioFrames = statistics.audioFrames
        counts.played = statistics.played
        counts.levels = statistics.timeByLevel.map { .init(level: $0.key, time: $0.value) }.sorted { $0.level.index < $1.level.index }
        counts.bytes = transfers.bytes
        counts.requests = transfers.requests
        return counts
    }
}
