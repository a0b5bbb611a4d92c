import Foundation
import PlayheadCore
import PlayheadHLS
import PlayheadMetadata
import PlayheadTransport

/// One rendition's media playlist on the presentation's timeline: loaded once, or again and again while it is live and somebody uses it.
final class PlaylistFeed: Sendable {
    /// What a fetching task finds next.
    enum Next: Sendable {
        case unit(FetchUnit)
        /// Nothing will come.
        case ended
        /// Nothing comes, since the playlist can't be reloaded.
        case stuck(PlaybackError)
    }

    private struct State {
        var timeline: FeedTimeline?
        var edge: LiveEdge?
        var schedule = ReloadSchedule()
        var users = 0
        var reloading: Task<Void, Never>?
        var retired: [Task<Void, Never>] = []
        /// Reloads in a row that failed, and how the last one did.
        var failures = 0
        var failure: PlaybackError?
        /// When a reload brought something new last.
        var changedAt = 0.0
        /// Why nothing new is expected of it any more.
        var stillness: PlaybackError?
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastWaiter = 0
        var isClosed = false
    }

    /// Reloads in a row that fail before it counts as stuck.
    private static let patience = 3
    /// Target durations without anything new before it counts as stuck: an origin adds a segment in each (RFC 8216bis §6.2.1).
    private static let stillDurations = 2.0

    /// Its absolute URL, as it is asked for.
    let url: String
    private let playlists: PlaylistLoader
    private let variables: [String: String]?
    private let clock: any PlaybackClock
    private let report: @Sendable (PlaylistFeed, FeedNews) -> Void
    private let state = Locked(State())

    /// - Parameters:
    ///   - variables: The multivariant playlist's.
    ///   - report: Hears of every reload, on any thread.
    init(
        url: String, playlists: PlaylistLoader, variables: [String: String]?, clock: any PlaybackClock,
        report: @escaping @Sendable (PlaylistFeed, FeedNews) -> Void = { _, _ in }
    ) {
        self.url = url
        self.playlists = playlists
        self.variables = variables
        self.clock = clock
        self.report = report
    }

    // MARK: Loading

    /// Takes a playlist that is loaded already.
    /// - Throws: `PlaybackError` where nothing in it can be played.
    func take(_ playlist: MediaPlaylist) throws {
        try begin(LivePlaylist(playlist, variables: variables), following: nil, loadedAt: clock.now)
    }

    /// Loads the playlist, unless it is there and up to date.
    /// - Parameter leader: On whose timeline it is put.
    /// - Throws: `PlaybackError`.
    func load(following leader: PlaylistFeed?) async throws {
        let began = clock.now
        let known = state.withLock { state in
            guard let timeline = state.timeline else { return false }
            return timeline.playlist.isComplete || state.reloading != nil || !state.schedule.isDue(at: began)
        }
        guard !known else { return align(with: leader) }
        if state.withLock({ $0.timeline != nil }) {
            try await reload()
            return align(with: leader)
        }
        let found = try await playlists.bytes(at: url)
        let live: LivePlaylist
        do throws(LivePlaylistError) {
            live = try LivePlaylist(parsing: found.bytes, url: found.url, variables: variables)
        } catch .multivariant {
            throw PlaybackError(.manifestLoop, url: url)
        } catch {
            throw PlaybackError(.manifestInvalid, url: url, underlying: "\(error)")
        }
        try begin(live, following: leader, loadedAt: began)
    }

    private func begin(_ live: LivePlaylist, following leader: PlaylistFeed?, loadedAt began: Double) throws {
        let playlist = live.playlist
        let isEmpty = !playlist.segments.contains { !$0.isGap } && (playlist.isComplete || playlist.openSegment == nil)
        guard !isEmpty else { throw PlaybackError(.manifestEmpty, url: url) }
        var timeline = FeedTimeline(live: live)
        timeline.usesParts = !playlist.isComplete && playlist.partTargetDuration != nil
        let now = clock.now
        state.withLock { state in
            state.timeline = timeline
            state.schedule.loaded(live, began: began, isChanged: true)
            state.changedAt = now
            if !playlist.isComplete { state.edge = LiveEdge(edge: timeline.end, at: now, targetDuration: playlist.targetDuration) }
        }
        align(with: leader)
    }

    /// Puts it on another feed's timeline.
    private func align(with leader: PlaylistFeed?) {
        guard let leader, leader !== self, let reference = leader.state.withLock({ $0.timeline }) else { return }
        let now = clock.now
        state.withLock { state in
            guard var timeline = state.timeline, !timeline.playlist.isComplete else { return }
            let shift = reference.shift + timeline.live.alignment(with: reference.live).offset
            guard shift != timeline.shift else { return }
            timeline.shift = shift
            state.timeline = timeline
            state.edge = LiveEdge(edge: timeline.end, at: now, targetDuration: timeline.playlist.targetDuration)
        }
    }

    // MARK: Reloading

    /// Keeps it up to date until ``release()``.
    func acquire() {
        state.withLock { state in
            state.users += 1
            guard state.users == 1, !state.isClosed, state.timeline?.playlist.isComplete == false else { return }
            state.reloading = Task { [weak self] in await self?.reloadLoop() }
        }
    }

    /// Ends an ``acquire()``.
    func release() {
        state.withLock { state in
            state.users -= 1
            guard state.users == 0, let task = state.reloading else { return }
            task.cancel()
            // One that was cancelled ends soon: of a stream that runs for days only the last ones need be waited for.
            let ending = 16
            state.retired = state.retired.suffix(ending) + [task]
            state.reloading = nil
        }
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

    private func failed(_ error: PlaybackError) {
        let now = clock.now
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.failures += 1
            state.failure = error
            state.schedule.failed(at: now)
            return state.failures >= Self.patience ? Self.take(&state.waiters) : []
        }
        for waiter in waiters { waiter.resume() }
        report(self, .failed(error))
    }

    private func reload() async throws {
        let began = clock.now
        let (directives, targetDuration) = state.withLock { state in
            let directives = state.timeline.map { state.schedule.directives(for: $0.live, at: began) } ?? DeliveryDirectives()
            return (directives, state.timeline?.playlist.targetDuration ?? 0)
        }
        let found = try await playlists.reload(directives.url(url), heldFor: directives.blocks ? 3 * targetDuration : nil)
        let now = clock.now
        let (news, waiters) = try state.withLock { state -> ([FeedNews], [CheckedContinuation<Void, Never>]) in
            guard var timeline = state.timeline else { return ([], []) }
            // The state holds the only copy of the list while it is changed: a second one would have it copied.
            state.timeline = nil
            defer { state.timeline = timeline }
            let update: PlaylistUpdate
            do throws(LivePlaylistError) {
                update = try timeline.live.update(found.bytes, url: DeliveryDirectives().url(found.url))
            } catch .deltaDoesNotFit where state.schedule.didNotFit() {
                // All is asked for at once.
                let error = PlaybackError(.manifestInvalid, url: url, underlying: "A delta update does not fit what is known.")
                return ([.failed(error)], [])
            } catch {
                throw PlaybackError(.manifestInvalid, url: url, underlying: "\(error)")
            }
            state.failures = 0
            state.failure = nil
            if update.continuity == .restarted { timeline.epoch += 1 }
            let playlist = timeline.live.playlist
            state.schedule.loaded(timeline.live, began: began, isChanged: !update.isUnchanged)
            if playlist.isComplete {
                state.edge = nil
            } else {
                state.edge?.note(edge: timeline.end, at: now, targetDuration: playlist.targetDuration)
            }
            var news = [FeedNews.updated(update)]
            if !update.isUnchanged {
                state.changedAt = now
                state.stillness = nil
            } else if state.stillness == nil, now - state.changedAt > Self.stillDurations * max(1, playlist.targetDuration) {
                let error = PlaybackError(
                    .manifestStale, url: url, underlying: "Nothing new in \(Int((now - state.changedAt).rounded())) s.")
                state.stillness = error
                news.append(.failed(error))
            } else if state.stillness == nil {
                return (news, [])
            }
            return (news, Self.take(&state.waiters))
        }
        for waiter in waiters { waiter.resume() }
        for news in news { report(self, news) }
    }

    private static func take(_ waiters: inout [Int: CheckedContinuation<Void, Never>]) -> [CheckedContinuation<Void, Never>] {
        defer { waiters = [:] }
        return Array(waiters.values)
    }

    /// Ends its reloading.
    func close() async {
        let (tasks, waiters) = state.withLock { state in
            state.isClosed = true
            let tasks = state.retired + [state.reloading].compactMap { $0 }
            return (tasks, Self.take(&state.waiters))
        }
        for task in tasks { task.cancel() }
        for waiter in waiters { waiter.resume() }
        for task in tasks { await task.value }
    }

    // MARK: What it holds

    private func read<R: Sendable>(_ body: (FeedTimeline) -> R, otherwise: R) -> R {
        state.withLock { state in state.timeline.map(body) ?? otherwise }
    }

    /// Where the last segment ends, in seconds on the presentation's timeline.
    var end: Double { read({ $0.end }, otherwise: 0) }
    /// The longest that a segment may be, in seconds.
    var targetDuration: Double { read({ $0.playlist.targetDuration }, otherwise: 0) }
    /// Whether no segment will be added any more.
    var isComplete: Bool { read({ $0.playlist.isComplete }, otherwise: false) }
    /// Whether something in it is enciphered in a way that can't be played.
    var isProtected: Bool {
        read(
            { timeline in
                timeline.playlist.segments.contains { segment in
                    if case .protected = segment.protection { true } else { false }
                }
            }, otherwise: false)
    }
    /// Which dates belong to the timeline.
    var dates: DateMap {
        read(
            { timeline in DateMap(timeline.live.wallClock.anchors.map { .init(time: $0.time + timeline.shift, date: $0.date) }) },
            otherwise: DateMap())
    }
    /// The date ranges that are listed, in the order of their starts.
    var dateRanges: [DateRange] {
        read(
            { timeline in
                timeline.live.dateRanges.values.sorted { ($0.startDate ?? .infinity, $0.id) < ($1.startDate ?? .infinity, $1.id) }
            }, otherwise: [])
    }

    /// The ad breaks in the older notation, with where they are on the presentation's timeline.
    var cueMarkers: [CueMarkerFacts] {
        read(
            { timeline in
                timeline.playlist.cueMarkers.map { marker in
                    CueMarkerFacts(marker, time: timeline.start(of: SegmentCursor(sequence: marker.mediaSequence, epoch: timeline.epoch)))
                }
            }, otherwise: [])
    }

    /// The absolute URL of a URI in the playlist.
    func url(for uri: String) -> String { read({ $0.playlist.url(for: uri) }, otherwise: uri) }

    /// Where the segment lies that `time` (seconds on the presentation's timeline) is in; the last one beyond the end.
    func cursor(at time: Double) -> SegmentCursor { read({ $0.cursor(at: time) }, otherwise: SegmentCursor(sequence: 0)) }

    /// The whole segment that `time` (seconds on the presentation's timeline) is in, without waiting for it; see ``FeedTimeline/segment(at:)``.
    func segment(at time: Double) -> FetchUnit? { read({ $0.segment(at: time) }, otherwise: nil) }

    /// Where `cursor` begins, in seconds on the presentation's timeline; beyond the end the end.
    func start(of cursor: SegmentCursor) -> Double { read({ $0.start(of: cursor) }, otherwise: 0) }

    /// The discontinuity sequence that `cursor` is in.
    func discontinuity(at cursor: SegmentCursor) -> Int {
        read(
            { timeline in
                timeline.segment(cursor.sequence)?.discontinuitySequence ?? timeline.playlist.openSegment?.discontinuitySequence
                    ?? timeline.playlist.segments.last?.discontinuitySequence ?? 0
            }, otherwise: 0)
    }

    /// The last segment before `cursor` that is not missing and begins at or before `time`, else the first such; `nil` where there is none.
    func earlier(than cursor: SegmentCursor, at time: Double) -> SegmentCursor? {
        read({ $0.earlier(than: cursor, at: time) }, otherwise: nil)
    }

    /// Durations and, where the playlist tells them, sizes in bytes of the segments from `cursor` on.
    func upcoming(from cursor: SegmentCursor, count: Int) -> [(duration: Double, bytes: Int?)] {
        read({ $0.upcoming(from: cursor, count: count) }, otherwise: [])
    }

    /// How many segments are listed.
    var segmentCount: Int { read({ $0.playlist.segments.count }, otherwise: 0) }

    /// The discontinuity sequence of the first segment that is listed.
    var firstDiscontinuity: Int { read({ $0.playlist.segments.first?.discontinuitySequence ?? .min }, otherwise: .min) }

    /// How many segments come from `cursor` on, where the end is known.
    func remaining(from cursor: SegmentCursor) -> Int? {
        read({ $0.playlist.isComplete ? max(0, $0.live.nextMediaSequence - cursor.sequence) : nil }, otherwise: nil)
    }

    /// Where playing begins, in seconds on the presentation's timeline.
    var startTime: Double {
        let now = clock.now
        return state.withLock { state in
            guard let timeline = state.timeline else { return 0 }
            let edge = state.edge.map { $0.edge(at: now) - timeline.shift }
            return timeline.live.startPosition(edge: edge, lowLatency: timeline.usesParts) + timeline.shift
        }
    }

    /// The window of a live playlist; `nil` of an on-demand one.
    func window(at now: Double) -> LiveWindow? {
        state.withLock { state in
            guard let timeline = state.timeline, let edge = state.edge, !timeline.playlist.isComplete else { return nil }
            let latency = timeline.live.timing.targetLatency(lowLatency: timeline.usesParts)
            let end = edge.edge(at: now)
            return LiveWindow(
                seekable: TimeRange(start: timeline.start, end: max(timeline.start, end - latency)), edge: end, targetLatency: latency,
                isLowLatency: timeline.usesParts, measuredAt: now)
        }
    }

    /// What is listed at `cursor`, or in its place; `nil` where nothing is.
    func unit(at cursor: SegmentCursor) -> FetchUnit? {
        read(
            { timeline in
                if case .unit(let unit) = timeline.availability(at: cursor) { unit } else { nil }
            }, otherwise: nil)
    }

    /// Whether `cursor` is the last thing that is listed of a playlist to which more is added.
    func isNewest(_ cursor: SegmentCursor) -> Bool {
        read({ !$0.playlist.isComplete && cursor.sequence >= $0.live.nextMediaSequence - 1 }, otherwise: false)
    }

    /// Whether anything comes, or may come, after `cursor`.
    func hasMore(after cursor: SegmentCursor) -> Bool {
        read({ !$0.playlist.isComplete || $0.segment(cursor.sequence + 1) != nil }, otherwise: false)
    }

    /// How far beyond `playhead` anything can be loaded, in seconds; infinite where all is there.
    func room(beyond playhead: Double) -> Double {
        read({ $0.playlist.isComplete ? .infinity : max(0, $0.end - playhead) }, otherwise: .infinity)
    }

    // MARK: What comes next

    /// What is to be fetched at `cursor`, waiting for it where the playlist is live.
    /// - Throws: `CancellationError`.
    func next(at cursor: SegmentCursor) async throws -> Next {
        while true {
            try Task.checkCancellation()
            let ticket = state.withLock { state in
                state.lastWaiter += 1
                return state.lastWaiter
            }
            let found: Next? = await withTaskCancellationHandler {
                await wait(ticket) { state in
                    switch state.timeline?.availability(at: cursor) {
                    case .unit(let unit): return .unit(unit)
                    case .ended, nil: return .ended
                    case .later: break
                    }
                    if state.failures >= Self.patience, let failure = state.failure { return .stuck(failure) }
                    if let stillness = state.stillness { return .stuck(stillness) }
                    return nil
                }
            } onCancel: {
                state.withLock { $0.waiters.removeValue(forKey: ticket) }?.resume()
            }
            if let found { return found }
        }
    }

    /// Answers at once what `look` finds, else waits for news.
    private func wait(_ ticket: Int, _ look: (State) -> Next?) async -> Next? {
        var found: Next?
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

/// What happened to a feed.
enum FeedNews: Sendable {
    /// It was reloaded.
    case updated(PlaylistUpdate)
    /// It could not be reloaded.
    case failed(PlaybackError)
}
