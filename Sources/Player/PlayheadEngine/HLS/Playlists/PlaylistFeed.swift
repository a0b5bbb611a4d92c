import Foundation
import PlayheadCore
import PlayheadHLS
import PlayheadTransport

/// The media playlist of one rendition on the timeline of the presentation: loaded once, or reloaded while it is live and in use.
final class PlaylistFeed: MediaRendition {
    /// The number of consecutive failed reloads after which the playlist counts as stuck.
    private static let timeout = 3
    /// The maximum time from the first load of a live playlist to its first segment, in seconds.
    static let firstSegmentTimeout = 20.0

    /// The absolute URL as requested.
    let url: String
    /// The content of the segments.
    private let content: MediaContent
    private let playlists: PlaylistLoader
    private let variables: [String: String]?
    private let inheritedStart: StartPoint?
    private let requestedLatency: Double?
    let clock: any PlaybackClock
    private let report: @Sendable (PlaylistFeed, FeedNews) -> Void
    private let state = Locked(State())

    /// - Parameters:
    ///   - url: The absolute URL of the playlist.
    ///   - content: The content of the segments.
    ///   - playlists: The loader of playlists.
    ///   - variables: The variables of the multivariant playlist; `nil` without one.
    ///   - start: The start point of the multivariant playlist; `nil` if it has none.
    ///   - latency: The distance from the live edge that the app requests for low latency, in seconds; `nil` follows the origin.
    ///   - clock: The clock of the reloads.
    ///   - report: Called for every reload, on any thread.
    init(
        url: String, content: MediaContent = .unknown, playlists: PlaylistLoader, variables: [String: String]?, start: StartPoint? = nil,
        latency: Double? = nil, clock: any PlaybackClock,
        report: @escaping @Sendable (PlaylistFeed, FeedNews) -> Void = { _, _ in }
    ) {
        self.url = url
        self.content = content
        self.playlists = playlists
        self.variables = variables
        inheritedStart = start
        requestedLatency = latency
        self.clock = clock
        self.report = report
    }

    // MARK: Loading

    /// Uses a playlist that is already loaded.
    /// - Throws: `PlaybackError` if the playlist has no playable segment.
    func take(_ playlist: MediaPlaylist) async throws {
        try await start(LivePlaylist(playlist, variables: variables), following: nil, loadedAt: clock.now)
    }

    /// Loads the playlist, unless it is loaded and up to date.
    /// - Parameter leader: The feed whose timeline is used.
    /// - Throws: `PlaybackError`.
    func load(following leader: PlaylistFeed?) async throws {
        let began = clock.now
        let known = state.withLock { state in
            guard let timeline = state.timeline else { return false }
            return timeline.playlist.isComplete || state.reloading != nil || !state.schedule.isStale(at: began)
        }
        guard !known else { return align(with: leader) }
        if state.withLock({ $0.timeline != nil }) {
            do {
                try await reload()
            } catch {
                let isUsable = state.withLock { $0.schedule.isUsable(at: clock.now) }
                if !isUsable || Task.isCancelled || error is CancellationError { throw error }
                failed(PlaybackError(cause: error, otherwise: .manifestInvalid, url: url))
            }
            return align(with: leader)
        }
        let live = try await playlists.livePlaylist(at: url, of: content, variables: variables)
        try await start(live, following: leader, loadedAt: began)
    }

    /// Starts with a playlist. If it is the first one of a broadcast that has no segment yet, segments are awaited for some time.
    private func start(_ first: LivePlaylist, following leader: PlaylistFeed?, loadedAt began: Double) async throws {
        var (live, began) = (first, began)
        let deadline = began + Self.firstSegmentTimeout
        while leader == nil, !Self.isPlayable(live.playlist), !live.playlist.isComplete, live.playlist.targetDuration > 0 {
            let next = clock.now + max(1, live.playlist.targetDuration / 2)
            guard next < deadline else { break }
            try await clock.sleep(until: next)
            began = clock.now
            live = try await playlists.livePlaylist(at: url, of: content, variables: variables)
        }
        try begin(live, following: leader, loadedAt: began)
    }

    private static func isPlayable(_ playlist: MediaPlaylist) -> Bool {
        playlist.segments.contains { !$0.isGap } || !playlist.isComplete && playlist.openSegment != nil
    }

    private func begin(_ live: LivePlaylist, following leader: PlaylistFeed?, loadedAt began: Double) throws {
        let playlist = live.playlist
        guard Self.isPlayable(playlist) else { throw PlaybackError(.manifestEmpty, url: url) }
        var timeline = FeedTimeline(live: live, content: content)
        timeline.requestedLatency = requestedLatency
        timeline.inheritedStart = inheritedStart
        timeline.hasLowLatency = !playlist.isComplete && live.hasParts
        timeline.usesParts = timeline.hasLowLatency
        let now = clock.now
        state.withLock { state in
            state.timeline = timeline
            state.schedule.loaded(live, began: began, isChanged: true)
            state.changedAt = now
            if !playlist.isComplete { state.edge = LiveEdge(edge: timeline.end, at: now, targetDuration: playlist.targetDuration) }
        }
        align(with: leader)
    }

    /// Aligns the timeline with that of another feed.
    private func align(with leader: PlaylistFeed?) {
        guard let leader, leader !== self, let reference = leader.state.withLock({ $0.timeline }) else { return }
        let now = clock.now
        state.withLock { state in
            guard var timeline = state.timeline, !timeline.playlist.isComplete else { return }
            let shift = timeline.shift
            timeline.align(with: reference)
            state.timeline = timeline
            guard shift != timeline.shift else { return }
            state.edge = LiveEdge(edge: timeline.end, at: now, targetDuration: timeline.playlist.targetDuration)
        }
    }

    // MARK: Reloading

    /// Keeps the playlist up to date until ``release()``.
    func acquire() {
        state.withLock { state in
            state.users += 1
            guard state.users == 1, !state.isClosed, state.timeline?.playlist.isComplete == false else { return }
            state.reloading = Task { [weak self] in await self?.reloadLoop() }
        }
    }

    /// Ends an ``acquire()``.
    func release() {
        let reloading = state.withLock { state -> Task<Void, Never>? in
            state.users -= 1
            guard state.users == 0, let task = state.reloading else { return nil }
            // A cancelled task ends soon: in a stream that runs for days only the last tasks have to be awaited.
            let ending = 16
            state.retired = state.retired.suffix(ending) + [task]
            state.reloading = nil
            return task
        }
        reloading?.cancel()
    }

    private func reloadLoop() async {
        while !Task.isCancelled {
            let deadline = state.withLock { $0.schedule.next }
            do {
                try await clock.sleep(until: deadline)
                try await reload()
            } catch {
                if Task.isCancelled || error is CancellationError { return }
                failed(PlaybackError(cause: error, otherwise: .manifestInvalid, url: url))
            }
            if state.withLock({ $0.timeline?.playlist.isComplete != false }) { return }
        }
    }

    /// The time of the next reload, in seconds of the clock; infinity while the feed is not in use.
    var nextReload: Double { state.withLock { $0.reloading == nil ? .infinity : $0.schedule.next } }

    private func failed(_ error: PlaybackError) {
        let now = clock.now
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.failures += 1
            state.failure = error
            state.schedule.failed(at: now)
            return state.failures >= Self.timeout ? state.takeWaiters() : []
        }
        for waiter in waiters { waiter.resume() }
        report(self, .failed(error))
    }

    private func reload() async throws {
        let began = clock.now
        let (directives, targetDuration) = state.withLock { $0.beginReload(at: began) }
        let found = try await playlists.reload(
            directives.url(url), of: .mediaPlaylist(content), heldFor: directives.blocks ? 3 * targetDuration : nil)
        let now = clock.now
        let (news, waiters) = try state.withLock { try $0.update(with: found, of: url, began: began, now: now) }
        for waiter in waiters { waiter.resume() }
        for news in news { report(self, news) }
    }

    /// Stops reloading.
    func close() async {
        let (tasks, waiters) = state.withLock { state in
            state.isClosed = true
            let tasks = state.retired + [state.reloading].compactMap { $0 }
            return (tasks, state.takeWaiters())
        }
        for task in tasks { task.cancel() }
        for waiter in waiters { waiter.resume() }
        for task in tasks { await task.value }
    }

    /// Moves the segment at `cursor`, because the media of a live playlist start `offset` seconds later than listed.
    /// - Returns: Whether the segment is already listed.
    func move(from cursor: SegmentCursor, by offset: Double) -> Bool {
        let isMoved = state.withLock { state -> Bool in
            guard var timeline = state.timeline, !timeline.playlist.isComplete, cursor.epoch == timeline.epoch else { return false }
            // The state must hold the only copy of the list while it is changed.
            state.timeline = nil
            let isMoved = timeline.live.move(from: cursor.sequence, by: offset)
            state.timeline = timeline
            return isMoved
        }
        if isMoved { report(self, .moved) }
        return isMoved
    }

    // MARK: Reading

    /// Returns the result of `body` for the timeline, or `otherwise` before the playlist is loaded.
    func read<R: Sendable>(_ body: (FeedTimeline) -> R, otherwise: R) -> R {
        state.withLock { state in state.timeline.map(body) ?? otherwise }
    }

    /// Does the same with the live edge at `now`, on the timeline of the presentation; `nil` if the playlist is complete.
    func read<R: Sendable>(edgeAt now: Double, _ body: (FeedTimeline, Double?) -> R, otherwise: R) -> R {
        state.withLock { state in
            guard let timeline = state.timeline else { return otherwise }
            return body(timeline, state.edge.map { $0.edge(at: now) })
        }
    }

    // MARK: The next segment

    func next(at cursor: SegmentCursor) async throws -> NextSegment {
        while true {
            try Task.checkCancellation()
            let ticket = state.withLock { state in
                state.lastWaiter += 1
                return state.lastWaiter
            }
            let found: NextSegment? = await withTaskCancellationHandler {
                await wait(ticket) { state in
                    switch state.timeline?.availability(at: cursor) {
                    case .segment(let segment): return .segment(segment)
                    case .ended, nil: return .ended
                    case .later: break
                    }
                    if state.failures >= Self.timeout, let failure = state.failure { return .stuck(failure) }
                    if let stillness = state.stillness { return .stuck(stillness) }
                    return nil
                }
            } onCancel: {
                state.withLock { $0.waiters.removeValue(forKey: ticket) }?.resume()
            }
            if let found { return found }
        }
    }

    /// Returns the result of `look` if there is one, otherwise waits for a change.
    private func wait(_ ticket: Int, _ look: (State) -> NextSegment?) async -> NextSegment? {
        var found: NextSegment?
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isAnswered = state.withLock { state in
                found = look(state)
                if found != nil || state.isClosed || Task.isCancelled { return true }
                state.waiters[ticket] = continuation
                return false
            }
            if isAnswered { continuation.resume() }
        }
        return found
    }
}
