import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadTransport

extension Player {
    /// Loads a list and makes one of its items current; what plays is stopped first.
    ///
    /// Two loads in a row: only the last one opens.
    /// - Parameters:
    ///   - items: The list; an empty one is refused with onWarning.
    ///   - index: The item to begin with, from 0.
    public func load(_ items: [PlayerItem], startingAt index: Int = 0) {
        let previous = self.items
        // The machine may refuse the list; then the old one stays.
        let isAccepted = machine.state != .error && items.indices.contains(index)
        if isAccepted { self.items = items }
        submit(.load(items: items.map(\.description), index: index))
        if isAccepted, machine.items.isEmpty, !previous.isEmpty { self.items = previous }
    }

    /// Loads one item.
    public func load(_ item: PlayerItem) { load([item]) }

    /// Plays, or as soon as it can; at `ended` from the start again.
    public func play(reason: PlayReason = .external) { submit(.play(reason)) }

    /// Pauses, whatever the player is about to do.
    public func pause(reason: PauseReason = .external) { submit(.pause(reason)) }

    /// Closes the current item down; the list stays, and ``play(reason:)`` opens it again.
    public func stop() { submit(.stop) }

    /// Puts the playhead elsewhere, without waiting for it.
    ///
    /// A seek before the item is ready is kept and applied then. A target past the end ends the item.
    /// - Parameters:
    ///   - position: Seconds; below 0 is 0. Not-a-number is refused with onWarning.
    ///   - precision: How near to come.
    public func seek(to position: Double, precision: SeekPrecision = .exact) {
        lastSeek += 1
        submit(.seek(id: lastSeek, target: position, precision: precision))
    }

    /// Puts the playhead elsewhere and waits until it is there.
    /// - Parameters:
    ///   - position: Seconds; below 0 is 0.
    ///   - precision: How near to come.
    /// - Returns: Whether it got there; false where another seek, load, stop, error or release came between.
    @discardableResult
    public func seekAndWait(to position: Double, precision: SeekPrecision = .exact) async -> Bool {
        lastSeek += 1
        let id = lastSeek
        return await withCheckedContinuation { continuation in
            seekCallers[id] = continuation
            submit(.seek(id: id, target: position, precision: precision))
        }
    }

    /// To the next item; past the last one to the first.
    public func next() { submit(.next) }

    /// To the previous item; at the first one to its start.
    public func previous() { submit(.previous) }

    /// Stays on a quality level.
    /// - Parameter index: Into the levels of `onLevels`; 0 gives the choice back to the player.
    public func selectLevel(_ index: Int) { submit(.selectLevel(index)) }

    /// Plays another audio track.
    /// - Parameter index: Into the tracks of `onAudioTracks`.
    public func selectAudioTrack(_ index: Int) { submit(.selectAudioTrack(index)) }

    /// Ends the playback from whatever state, the only way out of `error`. Nothing of it is told afterwards.
    ///
    /// The state is `idle` when it returns; threads, decoders and connections end by themselves at once after it, which ``released()`` awaits.
    /// The list is gone; listeners stay, and a later load starts a new playback.
    public func release() {
        submit(.release)
        items = []
        bufferedRanges = []
        currentIndex = nil
        error = nil
        playback.closeConnections()
    }

    /// Waits until nothing of released, stopped or replaced playbacks is left: no thread, decoder or connection.
    public func released() async { await playback.allClosed() }

    // MARK: Controls

    /// The rate of playing, 0.25 to 4, with the pitch kept; other values are refused with onWarning. Kept across items.
    public var rate: Double {
        get { machine.rate }
        set { submit(.setRate(newValue)) }
    }

    /// How loud, 0 to 1. Kept across items.
    public var volume: Double {
        get { machine.volume }
        set { submit(.setVolume(newValue)) }
    }

    /// Whether sound is off. Kept across items.
    public var isMuted: Bool {
        get { machine.isMuted }
        set { submit(.setMuted(newValue)) }
    }

    // MARK: More to read

    /// The coarse state, as in the events' `oldState` and `newState`.
    public var playerState: PlayerState { machine.playerState }

    /// Whether playing is wanted, whatever the state is.
    public var intendsToPlay: Bool { machine.intendsToPlay }

    /// The track model of the current item, from `ready` on.
    public var media: MediaDescription? { machine.media }

    /// What the current playback counted: frames shown and dropped, sound samples, seconds played.
    public var statistics: EngineStatistics { playback.statistics }

    /// Requests and bytes of all playbacks of this player, where it loads by itself.
    public var transfers: TransferCounters { playback.transfers }
}
