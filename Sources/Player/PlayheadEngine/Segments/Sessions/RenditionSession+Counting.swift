import PlayheadCore
import PlayheadFFmpeg

/// Sessions without a demuxer, whose bytes a ``SegmentMeter`` counts. They have no thread.
extension RenditionSession {
    /// Connects the meter with the session.
    func connect(_ meter: SegmentMeter) {
        lead(plan.selection.rendition.discontinuity(at: plan.cursor))
        meter.start { [weak self] run in
            guard let self else { return }
            lead(run.discontinuity)
            // The times of the presentation are those of the manifest.
            guard plan.isLeading else { return }
            _ = timeline.offset(
                discontinuity: run.discontinuity, timestamp: run.start, start: run.start, tolerance: tolerance, wraps: false)
        } onOpen: { [weak self] streams in
            let (video, audio) = (streams[.video], streams[.audio])
            self?.answer(.success(Opened(streams: [video, audio].compactMap(\.self), format: "", video: video, audio: audio)))
        }
    }

    /// Ends the session after its segments were fetched.
    func concludeCounting(_ runs: RunQueue) {
        do {
            // The queue is finished and empty: this does not wait, and throws the error of the fetching task.
            _ = try runs.next()
            complete()
        } catch {
            fail(cause: error)
        }
    }
}
