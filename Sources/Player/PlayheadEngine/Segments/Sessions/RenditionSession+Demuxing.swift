import PlayheadCore
import PlayheadFFmpeg

/// The demuxing thread: demuxes run after run, and continues after damage.
extension RenditionSession {
    /// A whole segment that the demuxer skipped silently.
    struct LostSegment: Error {
        var segment: Segment
    }

    /// Demuxes all runs.
    func demux() {
        var isFirst = true
        var progress = DemuxProgress()
        /// The join of the previous run, if the session restarts with an earlier segment.
        var carried: RunJoin?
        do {
            lead(plan.selection.rendition.discontinuity(at: plan.cursor))
            while let run = try runs.next() {
                progress.hasReadOfRun = false
                do {
                    if run.isIFrame {
                        lead(run.discontinuity)
                        try demuxIFrame(run)
                        isFirst = false
                        progress.hasRead = true
                        progress.damageCount = 0
                        continue
                    }
                    let join = carried ?? plannedJoin(of: run, isFirst: isFirst)
                    carried = nil
                    if let earlier = try demux(run, join: join, &progress) {
                        run.cancel()
                        carried = join
                        // Another rendition would need an earlier segment as well.
                        progress.keptUntil = max(progress.keptUntil, run.start)
                        guard load(from: earlier, of: run.selection, keptUntil: progress.keptUntil) else { throw CancellationError() }
                    } else {
                        isFirst = false
                        if run.isTruncated, isEmpty { carried = join }
                    }
                } catch {
                    run.cancel()
                    isFirst = try recover(from: error, in: run, isFirst: isFirst, &progress)
                }
            }
            complete(progress.lastError)
        } catch {
            fail(cause: error)
        }
    }

    /// Ends the session after its last segment. `error` is the last error of a damaged segment.
    func complete(_ error: PlaybackError? = nil) {
        lead(nil)
        answer(.failure(error ?? PlaybackError(.manifestEmpty, url: plan.selection.rendition.url)))
        if !isStopped { onEnd() }
        if !isStopped { store.finish(plan.tracks, generation: plan.generation) }
    }

    /// Ends the session because of an error.
    func fail(cause error: any Error) {
        lead(nil)
        fail(
            PlaybackError(cause: error, otherwise: .segmentInvalid, url: plan.selection.rendition.url).ofNetwork(as: .segmentUnreachable))
    }

    /// Whether no packet of the session is in the store.
    var isEmpty: Bool { plan.tracks.allSatisfy { store.last($0, generation: plan.generation) == nil } }

    /// Continues after an error in `run` if possible.
    /// - Returns: Whether the following run is still the first run of the session.
    /// - Throws: The error to end the session with.
    private func recover(from error: any Error, in run: SegmentRun, isFirst: Bool, _ progress: inout DemuxProgress) throws -> Bool {
        if let lost = error as? LostSegment {
            let failure = PlaybackError(.segmentInvalid, url: lost.segment.url, underlying: "None of it can be read.")
            guard replace(lost.segment.cursor, of: run, after: failure, &progress) else { throw CancellationError() }
            return false
        }
        // A run that was cut off so early has nothing to read; the following run has.
        if run.isTruncated, error is FFmpegError { return isFirst }
        let failure = PlaybackError(cause: error, otherwise: .segmentInvalid, url: run.url).ofNetwork(as: .segmentUnreachable)
        guard error is FFmpegError || run.isIFrame && !(error is CancellationError) else { throw failure }
        // Frames read before may refer to the damaged ones.
        if progress.hasReadOfRun { store.trimTail(plan.tracks, generation: plan.generation) }
        guard replace(run.reading, of: run, after: failure, &progress) else { throw failure }
        return isFirst && !progress.hasRead
    }

    /// Loads the replacement of a damaged segment.
    /// - Returns: False if there was too much damage, or the session was stopped.
    private func replace(
        _ cursor: SegmentCursor, of run: SegmentRun, after failure: PlaybackError, _ progress: inout DemuxProgress
    ) -> Bool {
        if cursor != progress.damaged { progress.damageCount += 1 }
        guard progress.damageCount <= DemuxProgress.maximumDamage else { return false }
        progress.damaged = cursor
        progress.lastError = failure
        return load(from: cursor, of: run.selection, after: failure)
    }

    /// Announces the discontinuity of this rendition to the others, if it leads them.
    func lead(_ discontinuity: Int?) {
        guard plan.isLeading, !isStopped else { return }
        timeline.lead(discontinuity)
    }

    /// Returns the join of a run: as planned for the first run of the session, or at the end of the previous run of another rung.
    private func plannedJoin(of run: SegmentRun, isFirst: Bool) -> RunJoin {
        if isFirst { return RunJoin(visibleFrom: plan.visibleFrom, covers: plan.covers) }
        let leading: TrackKind = plan.tracks.contains(.video) ? .video : .audio
        guard run.isContinuation, let last = store.last(leading, generation: plan.generation) else { return RunJoin() }
        // The key frames of rungs with different frame rates are not aligned exactly.
        let misalignment = 0.03
        let hasSound = leading == .video && plan.tracks.contains(.audio)
        let soundEnd = hasSound ? store.last(.audio, generation: plan.generation)?.end ?? -.infinity : .infinity
        return RunJoin(visibleFrom: last.start + 0.000_5, soundVisibleFrom: soundEnd, covers: last.end + misalignment)
    }
}
