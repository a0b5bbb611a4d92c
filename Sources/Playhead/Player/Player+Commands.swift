import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadTransport

extension Player {
    /// The number of commands that engines have not carried out yet. Who gives commands without end waits until it is small.
    package var pendingEngineCommands: Int { session.assumeIsolated { $0.playback.pendingCommands } }

    /// Loads a list and makes one of its items current; what plays is stopped first.
    ///
    /// Two loads in a row: only the last one opens. The list is ``items`` as soon as what plays is closed; an empty list, an index that it does not
    /// have, and any load at `error` are refused, and the old list stays.
    /// - Parameters:
    ///   - items: The list.
    ///   - index: The item to begin with, from 0.
    public func load(_ items: [PlayerItem], startingAt index: Int = 0) {
        loads += 1
        let list = items.map(\.sessionItem)
        session.assumeIsolated { $0.load(list, startingAt: index) }
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
    /// A seek before the item is ready is kept and applied then. A target past the end ends an on-demand item. In a live stream targets are kept
    /// within the window: in DVR below 0 they count from the live end, and 0 or more is that end.
    /// - Parameters:
    ///   - position: Seconds, counted as in ``position``. Not-a-number is refused with onWarning.
    ///   - precision: How near to come.
    public func seek(to position: Double, precision: SeekPrecision = .exact) {
        session.assumeIsolated { $0.seek(to: position, precision: precision) }
    }

    /// Puts the playhead elsewhere and waits until it is there.
    /// - Parameters:
    ///   - position: Seconds, counted as in ``position``.
    ///   - precision: How near to come.
    /// - Returns: Whether it got there; false where another seek, load, stop, error or release came between.
    @discardableResult
    public func seekAndWait(to position: Double, precision: SeekPrecision = .exact) async -> Bool {
        await session.seekAndWait(to: position, precision: precision)
    }

    /// Goes to the next item; past the last one to the first. At `error` the item that failed is released first.
    public func next() { submit(.next) }

    /// Goes to the previous item; at the first one to its start. At `error` the item that failed is released first, and the first item opened again.
    public func previous() { submit(.previous) }

    /// Goes to an item of the list; the current one is opened again. The intent stays: it plays if the one before was to play. At `error` the item that
    /// failed is released first, so `selectItem(player.currentIndex ?? 0)` tries it again.
    /// - Parameter index: Into ``items``. Any that is not there is refused with onWarning.
    public func selectItem(_ index: Int) { submit(.selectItem(index)) }

    /// Selects a quality level by its index in ``levels``; 0 is automatic.
    package func selectLevel(_ index: Int) { submit(.selectLevel(index)) }

    /// Plays another audio track.
    /// - Parameter index: Into the tracks of `onAudioTracks`.
    public func selectAudioTrack(_ index: Int) { submit(.selectAudioTrack(index)) }

    /// Ends the playback from whatever state. Beside ``next()``, ``previous()`` and ``selectItem(_:)`` it is the only way out of `error`.
    ///
    /// The state is `idle` and the list gone when it returns; inside a callback, once that event is told to everyone. Then only the release
    /// itself is told (onStateChange and onIdle), and nothing else of the playback, not even what was about to be told.
    /// Threads, decoders and connections end by themselves at once after it, which ``released()`` awaits.
    /// Listeners stay, and a later load starts a new playback.
    public func release() {
        loads += 1
        session.assumeIsolated { $0.release() }
    }

    /// Waits until the list has been played to its end, or was stopped or released. Returns at once if nothing is loaded.
    /// - Throws: The fatal error, if playback failed.
    public func finished() async throws(PlaybackError) { try await session.finished() }

    /// Waits until nothing of released, stopped or replaced playbacks is left: no thread and no decoder, and after ``release()`` no connection.
    ///
    /// A playback that goes on is not waited for.
    public func released() async { await session.released() }

    // MARK: Controls

    // They give what was asked for at once; observers hear of it when the event is told.

    /// The rate of playing, 0.25 to 4, with the pitch kept; other values are refused with onWarning. Kept across items.
    public var rate: Double {
        get {
            _ = toldRate
            return session.assumeIsolated { $0.rate }
        }
        set { submit(.setRate(newValue)) }
    }

    // MARK: Limits of quality

    /// No level above it is chosen by the player from the next segment on, in bits a second; `nil` sets no limit. Kept across items; what is chosen by
    /// hand is played all the same.
    public var maxBitrate: Int? {
        get { qualityLimits.maxBitrate }
        set { qualityLimits.maxBitrate = newValue }
    }

    /// No level whose picture is larger, across or down, is chosen by the player from the next segment on, in pixels; `nil` sets no limit. Kept across
    /// items.
    public var maxSize: PictureSize? {
        get { qualityLimits.maxSize }
        set { qualityLimits.maxSize = newValue }
    }

    /// The size of the view in pixels: no level is chosen by the player from the next segment on whose picture is larger than what fills it; `nil` sets
    /// no limit. A view that shows the player keeps it. Kept across items.
    public var viewSize: PictureSize? {
        get { qualityLimits.viewSize }
        set { qualityLimits.viewSize = newValue }
    }

    private var qualityLimits: QualityLimits {
        get { session.assumeIsolated { $0.qualityLimits } }
        set { session.assumeIsolated { $0.setQualityLimits(newValue) } }
    }

    // MARK: Pictures

    /// The output of the pictures, such as that of a view; `nil` shows none. It can be set at any time: a new output gets the current picture at
    /// once, also during a pause, and the one before is cleared. ``PlayerConfiguration/videoOutput`` by default.
    public var videoOutput: (any VideoOutput)? {
        get { session.assumeIsolated { $0.videoOutput } }
        set { session.assumeIsolated { $0.setVideoOutput(newValue) } }
    }

    // MARK: Sound

    /// How loud, 0 to 1; other values are refused with onWarning. Kept across items.
    public var volume: Double {
        get {
            _ = toldVolume
            return session.assumeIsolated { $0.volume }
        }
        set { submit(.setVolume(newValue)) }
    }

    /// Whether sound is off. Kept across items.
    public var isMuted: Bool {
        get {
            _ = toldIsMuted
            return session.assumeIsolated { $0.isMuted }
        }
        set { submit(.setMuted(newValue)) }
    }

    // MARK: More to read

    /// Whether playing is wanted, whatever the state is. False while an ad is paused.
    public var intendsToPlay: Bool {
        _ = toldIntendsToPlay
        return isPlayingWanted
    }

    /// The value of ``intendsToPlay``, without registering an observer.
    var isPlayingWanted: Bool { session.assumeIsolated { $0.intendsToPlay } }

    /// What the current item's playback counted: frames shown and dropped, sound samples, seconds played. It stays until the next one opens.
    public var statistics: EngineStatistics { session.assumeIsolated { $0.statistics } }

    /// What was learnt of the network so far; the next item starts with it. Kept for the next player
    /// (``PlayerConfiguration/Quality/throughputMemory``) it spares that one the careful start. `nil` where nothing was learnt or given.
    public var throughputMemory: ThroughputMemory? { session.assumeIsolated { $0.throughputMemory } }

    /// The sum of ``statistics`` over all playbacks of this player since it was made.
    public var totalStatistics: EngineStatistics { session.assumeIsolated { $0.totalStatistics } }

    /// What a viewer got of this player since it was made: startup, rebuffering, qualities, errors; what goes on is counted up to now.
    public var metrics: PlaybackMetrics { session.assumeIsolated { $0.metrics } }

    /// Seconds since the player was made, on the clock of the events' `monotonicTime`.
    package var monotonicTime: Double { session.monotonicTime }

    /// Seconds of media after which playing stands, exactly, counted over all items as ``totalStatistics`` counts them; `nil` sets no limit. The onTime that tells of the place is
    /// the last one: ``isPlayedOut``.
    package var playLimit: Double? {
        get { session.assumeIsolated { $0.playback.playLimit } }
        set { session.assumeIsolated { $0.playback.playLimit = newValue } }
    }

    /// Whether the playhead stands where ``playLimit`` is reached, as it was told.
    package var isPlayedOut: Bool {
        let playhead = toldTimeline.playhead
        return session.assumeIsolated { $0.playback.isPlayedOut(at: playhead) }
    }

    /// Requests and bytes of all playbacks of this player, where it loads by itself.
    public var transfers: TransferCounters { session.assumeIsolated { $0.transfers } }
}
