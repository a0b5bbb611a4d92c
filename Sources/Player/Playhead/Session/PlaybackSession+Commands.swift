import Foundation
import PlayheadCore

extension PlaybackSession {
    /// Loads a list and makes one of its items current, after stopping the current playback.
    ///
    /// Of consecutive loads, only the last one opens. An empty list, an index outside of the list, and any load at `error` are refused.
    /// - Parameters:
    ///   - entries: The list.
    ///   - index: The index of the first item to play, from 0.
    public func load(_ entries: [PlaylistEntry], startingAt index: Int = 0) { load(entries.map { SessionItem($0) }, startingAt: index) }

    /// Loads one item.
    public func load(_ entry: PlaylistEntry) { load([entry]) }

    /// Loads one item.
    /// - Parameter url: The `http`, `https` or `file` URL of an HLS playlist or a media file.
    public func load(_ url: URL) { load(PlaylistEntry(sources: [ItemSource(url: url)])) }

    func load(_ items: [SessionItem], startingAt index: Int) {
        if core.acceptsLoad(of: items.count, startingAt: index) { core.loadedItems = items }
        submit(.load(items: items.map(\.description), index: index))
    }

    /// Starts or resumes playback as soon as possible; at `ended`, from the start again.
    public func play(reason: PlayReason = .external) { submit(.play(reason)) }

    /// Pauses playback, or prevents a pending start.
    public func pause(reason: PauseReason = .external) { submit(.pause(reason)) }

    /// Closes the current item; the list is kept, and ``play(reason:)`` opens it again.
    public func stop() { submit(.stop) }

    /// Moves the playhead, without waiting for completion.
    ///
    /// A seek before the item is ready is deferred. A target past the end ends an on-demand item; live, it is limited to the window.
    /// - Parameters:
    ///   - position: The position in seconds, as in ``position``. Not-a-number is refused with onWarning.
    ///   - precision: The precision of the seek.
    public func seek(to position: Double, precision: SeekPrecision = .exact) {
        lastSeek += 1
        submit(.seek(id: lastSeek, target: position, precision: precision))
    }

    /// Keeps a seek in an item that turned out to be a list, for the first item of the list.
    func continueSeek(to position: Double) {
        lastSeek += 1
        submit(.continueSeek(id: lastSeek, target: position))
    }

    /// Moves the playhead and waits for completion.
    /// - Returns: Whether the seek completed; false if another seek, load, stop, error or release interrupted it.
    @discardableResult
    public func seekAndWait(to position: Double, precision: SeekPrecision = .exact) async -> Bool {
        lastSeek += 1
        let id = lastSeek
        return await withCheckedContinuation { continuation in
            seekCallers[id] = continuation
            submit(.seek(id: id, target: position, precision: precision))
        }
    }

    /// Moves the playhead to the live position. Refused with onWarning if no live stream is open.
    public func seekToLive() {
        lastSeek += 1
        submit(.seekToLiveEdge(id: lastSeek))
    }

    /// Selects the next item, or the first one after the last.
    public func next() { submit(.next) }

    /// Selects the previous item, or the start of the first one.
    public func previous() { submit(.previous) }

    /// Selects an item of the list.
    /// - Parameter index: The index in the list. An invalid index is refused with onWarning.
    public func selectItem(_ index: Int) { submit(.selectItem(index)) }

    /// Selects a quality; a level that does not exist is refused with onWarning.
    public func selectQuality(_ selection: QualitySelection) { submit(.selectLevel(selection.index)) }

    /// Selects an audio track.
    /// - Parameter index: The index in ``audioTracks``.
    public func selectAudioTrack(_ index: Int) { submit(.selectAudioTrack(index)) }

    /// Selects captions. The selection is kept for further items, by language. A track that does not exist is refused with onWarning.
    public func selectCaptions(_ selection: CaptionsSelection) { submit(.selectCaptions(selection.index)) }

    /// Sets the playback rate, 0.25 to 4; other values are refused with onWarning. Kept across items.
    public func setRate(_ rate: Double) { submit(.setRate(rate)) }

    /// Sets the volume, 0 to 1; other values are refused with onWarning. Kept across items.
    public func setVolume(_ volume: Double) { submit(.setVolume(volume)) }

    /// Mutes or unmutes the sound. Kept across items.
    public func setMuted(_ isMuted: Bool) { submit(.setMuted(isMuted)) }

    /// Skips the ad if it can be skipped yet; otherwise has no effect.
    public func skipAd() { submit(.ad(.skip)) }

    /// Leaves the ad break that is shown or loading, as ``Player/skipAdBreak()``.
    public func skipAdBreak() { submit(.ad(.skipBreak)) }

    /// Leaves all ad breaks at this position, as ``Player/cancelAdBreaks(resumptionOffset:)``.
    public func cancelAdBreaks(resumptionOffset: Double? = nil) { submit(.ad(.cancelBreaks(resumptionOffset: resumptionOffset))) }

    // MARK: End

    /// Ends playback from any state and clears the list. Only events of the release follow; ``load(_:startingAt:)`` starts a new playback.
    public func release() {
        core.loadedItems = []
        endPeriod()
        submit(.release)
        playback.closeConnections()
    }

    /// Waits until released, stopped and replaced playbacks have closed all threads and decoders, and after ``release()`` all connections.
    public func released() async {
        await playback.allClosed()
        await ads.callsEnded()
    }

    /// Releases the playback, ends the sequences of events, and waits until no thread, decoder or connection is left. No event follows.
    public func close() async {
        release()
        streams.finish()
        await released()
        measurements.finish()
    }

    /// Waits until the list has played to its end, or was stopped or released. Returns at once if nothing is loaded.
    /// - Throws: The fatal error, if playback failed.
    public func finished() async throws(PlaybackError) {
        if let end { return try end.get() }
        try await withCheckedContinuation { finishCallers.append($0) }.get()
    }

    /// The result of the list; `nil` while the list plays, is paused, or is about to open.
    private var end: Result<Void, PlaybackError>? {
        guard facts.state == core.machine.state, !core.machine.isChangingItem else { return nil }
        return switch facts.state {
        case .error: facts.error.map { .failure($0) }
        case .idle: .success(())
        case .ended where hasCompletedList: .success(())
        default: nil
        }
    }

    /// Resumes the callers that wait for the end of the list, if it has ended.
    func resumeFinishCallers() {
        guard !finishCallers.isEmpty, let end else { return }
        let callers = finishCallers
        finishCallers = []
        for caller in callers { caller.resume(returning: end) }
    }
}
