import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadTransport

extension Player {
    /// The number of commands that engines have not performed yet. A client that sends many commands waits until the number is small.
    package var pendingEngineCommands: Int { session.assumeIsolated { $0.playback.pendingCommands } }

    /// Loads a list and makes one of its items current, after stopping the current playback.
    ///
    /// Of consecutive loads, only the last one opens. ``items`` changes when the current item is closed. An empty list, an index outside of
    /// the list, and any load in the state `error` are refused, and the old list is kept.
    /// - Parameters:
    ///   - items: The list.
    ///   - index: The index of the first item to play, from 0.
    public func load(_ items: [PlayerItem], startingAt index: Int = 0) {
        loads += 1
        let list = items.map(\.sessionItem)
        if session.assumeIsolated({ $0.core.acceptsLoad(of: list.count, startingAt: index) }) { orderBeforeShuffle = nil }
        session.assumeIsolated { $0.load(list, startingAt: index) }
    }

    /// Loads one item.
    public func load(_ item: PlayerItem) { load([item]) }

    /// Starts or resumes playback as soon as possible; at `ended`, from the start again.
    public func play(reason: PlayReason = .external) { submit(.play(reason)) }

    /// Pauses playback, or prevents a pending start.
    public func pause(reason: PauseReason = .external) { submit(.pause(reason)) }

    /// Closes the current item; the list is kept, and ``play(reason:)`` opens the item again.
    public func stop() { submit(.stop) }

    /// Moves the playhead, without waiting for completion.
    ///
    /// A seek before the item is ready is applied when it is. A target past the end ends an on-demand item. In a live stream, targets are
    /// limited to the window: in DVR, targets below 0 are relative to the live position, and 0 or more is the live position.
    /// - Parameters:
    ///   - position: The position in seconds, as in ``position``. Not-a-number is refused with onWarning.
    ///   - precision: The precision of the seek.
    public func seek(to position: Double, precision: SeekPrecision = .exact) {
        session.assumeIsolated { $0.seek(to: position, precision: precision) }
    }

    /// Moves the playhead and waits for completion.
    /// - Parameters:
    ///   - position: The position in seconds, as in ``position``.
    ///   - precision: The precision of the seek.
    /// - Returns: Whether the seek completed; false if another seek, load, stop, error or release interrupted it.
    @discardableResult
    public func seekAndWait(to position: Double, precision: SeekPrecision = .exact) async -> Bool {
        await session.seekAndWait(to: position, precision: precision)
    }

    /// Selects the next item, or the first one after the last. At `error`, the failed item is released first.
    public func next() { submit(.next) }

    /// Selects the previous item, or the start of the first one. At `error`, the failed item is released first, and the first item opened.
    public func previous() { submit(.previous) }

    /// Selects an item of the list; the current item is reopened. The intent is kept: the item plays if playback was intended before. At
    /// `error`, the failed item is released first, so `selectItem(player.currentIndex ?? 0)` retries it.
    /// - Parameter index: The index in ``items``. An invalid index is refused with onWarning.
    public func selectItem(_ index: Int) { submit(.selectItem(index)) }

    /// Selects a quality level by its index in ``levels``; 0 is automatic.
    package func selectLevel(_ index: Int) { submit(.selectLevel(index)) }

    /// Selects an audio track.
    /// - Parameter index: The index in the tracks of `onAudioTracks`.
    public func selectAudioTrack(_ index: Int) { submit(.selectAudioTrack(index)) }

    /// Ends playback from any state. The only way out of `error`, besides ``next()``, ``previous()`` and ``selectItem(_:)``.
    ///
    /// When the call returns, the state is `idle` and the list is empty; inside a callback, after the delivery of the current event. Then
    /// only the events of the release (onStateChange and onIdle) are emitted, and no other event of the playback, not even a pending one.
    /// Threads, decoders and connections are closed asynchronously right after the call; ``released()`` waits for them.
    /// Listeners are kept, and a later load starts a new playback.
    public func release() {
        loads += 1
        session.assumeIsolated { $0.release() }
    }

    /// Waits until the list has played to its end, or was stopped or released. Returns at once if nothing is loaded.
    /// - Throws: The fatal error, if playback failed.
    public func finished() async throws(PlaybackError) { try await session.finished() }

    /// Waits until released, stopped and replaced playbacks have closed all threads and decoders, and after ``release()`` all connections.
    ///
    /// An ongoing playback is not waited for.
    public func released() async { await session.released() }

    // MARK: Controls

    // These properties return a new value at once; observers are notified when the event is emitted.

    /// The playback rate, 0.25 to 4, with pitch correction; other values are refused with onWarning. Kept across items.
    public var rate: Double {
        get {
            _ = publishedRate
            return session.assumeIsolated { $0.rate }
        }
        set { submit(.setRate(newValue)) }
    }

    // MARK: Limits of quality

    /// The maximum bit rate of the automatic selection of levels, in bits per second, from the next segment on; `nil` for no limit. Kept
    /// across items. A manually selected level is not limited.
    public var maxBitrate: Int? {
        get { qualityLimits.maxBitrate }
        set { qualityLimits.maxBitrate = newValue }
    }

    /// The maximum picture size of the automatic selection of levels, in pixels, from the next segment on; `nil` for no limit. Kept across
    /// items.
    public var maxSize: PictureSize? {
        get { qualityLimits.maxSize }
        set { qualityLimits.maxSize = newValue }
    }

    /// The size of the view in pixels, which limits the automatic selection from the next segment on to pictures that are no larger than
    /// needed to fill the view; `nil` for no limit. A view that shows the player updates it. Kept across items.
    public var viewSize: PictureSize? {
        get { qualityLimits.viewSize }
        set { qualityLimits.viewSize = newValue }
    }

    private var qualityLimits: QualityLimits {
        get { session.assumeIsolated { $0.qualityLimits } }
        set { session.assumeIsolated { $0.setQualityLimits(newValue) } }
    }

    // MARK: Video

    /// The output for pictures, such as that of a view; `nil` shows none. The output can be set at any time: a new one receives the current
    /// picture at once, also during a pause, and the previous one is cleared. ``PlayerConfiguration/videoOutput`` by default.
    public var videoOutput: (any VideoOutput)? {
        get { session.assumeIsolated { $0.videoOutput } }
        set { session.assumeIsolated { $0.setVideoOutput(newValue) } }
    }

    // MARK: Audio

    /// The volume, 0 to 1; other values are refused with onWarning. Kept across items.
    public var volume: Double {
        get {
            _ = publishedVolume
            return session.assumeIsolated { $0.volume }
        }
        set { submit(.setVolume(newValue)) }
    }

    /// Whether the sound is muted. Kept across items.
    public var isMuted: Bool {
        get {
            _ = publishedIsMuted
            return session.assumeIsolated { $0.isMuted }
        }
        set { submit(.setMuted(newValue)) }
    }

    // MARK: Further state

    /// Whether playback is intended, in any state. False while an ad is paused.
    public var intendsToPlay: Bool {
        _ = publishedIntendsToPlay
        return isPlayingWanted
    }

    /// The value of ``intendsToPlay``, without registering an observer.
    var isPlayingWanted: Bool { session.assumeIsolated { $0.intendsToPlay } }

    /// The counters of the current playback: frames shown and dropped, audio samples, seconds played. Kept until the next item opens.
    package var statistics: EngineStatistics { session.assumeIsolated { $0.statistics } }

    /// The measured throughput of the network that was used last, with the date and the network; the next item on this network starts with
    /// it. Stored, and passed on to the next player (``PlayerConfiguration/Quality/throughputMemory``), the memory avoids a cautious start.
    /// Its weight decreases with its age; after four hours, and on another network, it is ignored. `nil` if nothing was measured or given.
    public var throughputMemory: ThroughputMemory? { session.assumeIsolated { $0.throughputMemory } }

    /// The sum of ``statistics`` over all playbacks of this player.
    package var totalStatistics: EngineStatistics { session.assumeIsolated { $0.totalStatistics } }

    /// The quality of experience of this player: startup, rebuffering, quality levels, errors; ongoing periods are counted up to now.
    public var metrics: PlaybackMetrics { session.assumeIsolated { $0.metrics } }

    /// The time since the player was created in seconds, on the clock of the `monotonicTime` of events.
    package var monotonicTime: Double { session.monotonicTime }

    /// The duration of media in seconds after which playback stops exactly, summed over all items as in ``totalStatistics``; `nil` for no
    /// limit. The onTime at that position is the last one: ``isPlayedOut``.
    package var playLimit: Double? {
        get { session.assumeIsolated { $0.settings.playLimit } }
        set { session.assumeIsolated { $0.settings.playLimit = newValue } }
    }

    /// Whether the playhead of the last event is where ``playLimit`` is reached.
    package var isPlayedOut: Bool {
        let playhead = publishedTimeline.playhead
        return session.assumeIsolated { $0.playback.isPlayedOut(at: playhead) }
    }

    /// The requests and bytes of all playbacks of this player, unless the app's loader is used.
    package var transfers: TransferCounters { session.assumeIsolated { $0.transfers } }
}
