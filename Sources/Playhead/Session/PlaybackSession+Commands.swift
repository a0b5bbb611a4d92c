import Foundation
import PlayheadCore

extension PlaybackSession {
    /// Loads a list and makes one of its items current; what plays is stopped first.
    ///
    /// Of several consecutive loads only the last one opens. An empty list, an index outside of it, and any load at `error` are refused with onWarning.
    /// - Parameters:
    ///   - entries: The list.
    ///   - index: The index of the first item to play, from 0.
    public func load(_ entries: [PlaylistEntry], startingAt index: Int = 0) { load(entries.map { SessionItem($0) }, startingAt: index) }

    /// Loads one item.
    public func load(_ entry: PlaylistEntry) { load([entry]) }

    /// Loads one item.
    /// - Parameter url: `http`, `https` or `file`; an HLS playlist or a media file.
    public func load(_ url: URL) { load(PlaylistEntry(sources: [ItemSource(url: url)])) }

    func load(_ items: [SessionItem], startingAt index: Int) {
        // The machine refuses any other; then the old list stays.
        if core.machine.state != .error, items.indices.contains(index) { core.loadedItems = items }
        submit(.load(items: items.map(\.description), index: index))
    }

    /// Plays, as soon as possible; at `ended` from the start again.
    public func play(reason: PlayReason = .external) { submit(.play(reason)) }

    /// Pauses; before the start it prevents the start.
    public func pause(reason: PauseReason = .external) { submit(.pause(reason)) }

    /// Closes the current item; the list stays, and ``play(reason:)`` opens it again.
    public func stop() { submit(.stop) }

    /// Moves the playhead, without waiting for it.
    ///
    /// A seek before the item is ready is kept and applied then. A target past the end ends an on-demand item; in a live stream it is limited to the window.
    /// - Parameters:
    ///   - position: Seconds, counted as in ``position``. Not-a-number is refused with onWarning.
    ///   - precision: The precision of the target.
    public func seek(to position: Double, precision: SeekPrecision = .exact) {
        lastSeek += 1
        submit(.seek(id: lastSeek, target: position, precision: precision))
    }

    /// Moves the playhead and waits until it is there.
    /// - Returns: Whether it got there; false if another seek, load, stop, error or release came between.
    @discardableResult
    public func seekAndWait(to position: Double, precision: SeekPrecision = .exact) async -> Bool {
        lastSeek += 1
        let id = lastSeek
        return await withCheckedContinuation { continuation in
            seekCallers[id] = continuation
            submit(.seek(id: id, target: position, precision: precision))
        }
    }

    /// Moves the playhead to the live edge. Refused with onWarning if no live stream is open.
    public func seekToLive() {
        lastSeek += 1
        submit(.seekToLiveEdge(id: lastSeek))
    }

    /// Selects the next item; after the last one the first.
    public func next() { submit(.next) }

    /// Selects the previous item; at the first one, its start.
    public func previous() { submit(.previous) }

    /// Selects an item of the list.
    /// - Parameter index: The index in the list; any other is refused with onWarning.
    public func selectItem(_ index: Int) { submit(.selectItem(index)) }

    /// Selects a quality; a level that does not exist is refused with onWarning.
    public func selectQuality(_ selection: QualitySelection) { submit(.selectLevel(selection.index)) }

    /// Selects an audio track.
    /// - Parameter index: The index in ``audioTracks``.
    public func selectAudioTrack(_ index: Int) { submit(.selectAudioTrack(index)) }

    /// Selects captions. The selection is kept for further items, by language. A track that does not exist is refused with onWarning.
    public func selectCaptions(_ selection: CaptionsSelection) { submit(.selectCaptions(selection.index)) }

    /// Sets the rate of playback, 0.25 to 4; other values are refused with onWarning. It is kept from item to item.
    public func setRate(_ rate: Double) { submit(.setRate(rate)) }

    /// Sets the volume, 0 to 1; other values are refused with onWarning. It is kept from item to item.
    public func setVolume(_ volume: Double) { submit(.setVolume(volume)) }

    /// Switches the sound off or on. The choice is kept from item to item.
    public func setMuted(_ isMuted: Bool) { submit(.setMuted(isMuted)) }

    /// Skips the ad, if it can be skipped yet; otherwise it has no effect.
    public func skipAd() { submit(.ad(.skip)) }

    // MARK: The end

    /// Ends the playback from any state and drops the list. No event of the playback follows except those of the release; ``load(_:startingAt:)`` starts another one.
    public func release() {
        core.loadedItems = []
        endPeriod()
        submit(.release)
        playback.closeConnections()
    }

    /// Waits until nothing of released, stopped or replaced playbacks is left: no thread and no decoder, and after ``release()`` no connection.
    public func released() async {
        await playback.allClosed()
        await ads.callsEnded()
    }

    /// Releases the playback, ends the sequences of events, and waits until no thread, decoder or connection is left. No event follows.
    public func close() async {
        release()
        streams.finish()
        await released()
    }

    /// Waits until the list has been played to its end, or was stopped or released. Returns at once if nothing is loaded.
    /// - Throws: The fatal error, if playback failed.
    public func finished() async throws(PlaybackError) {
        if let end { return try end.get() }
        try await withCheckedContinuation { finishCallers.append($0) }.get()
    }

    /// How the list has ended; `nil` while it plays, is paused, or is about to open.
    private var end: Result<Void, PlaybackError>? {
        guard facts.state == core.machine.state else { return nil }
        return switch facts.state {
        case .error: facts.error.map { .failure($0) }
        case .idle: .success(())
        case .ended where hasCompletedList: .success(())
        default: nil
        }
    }

    /// Resumes those who wait for the end of the list, once it has come.
    func resumeFinishCallers() {
        guard !finishCallers.isEmpty, let end else { return }
        let callers = finishCallers
        finishCallers = []
        for caller in callers { caller.resume(returning: end) }
    }
}
