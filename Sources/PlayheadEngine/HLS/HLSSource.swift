import Foundation
import PlayheadAdaptive
import PlayheadCore
import PlayheadFFmpeg
import PlayheadHLS
import PlayheadMetadata
import PlayheadTransport

/// An HLS presentation, on-demand or live: a ladder of variants and, where there are, alternate audio renditions.
final class HLSSource: MediaSource, Sendable {
    /// What the app wants of the choice.
    struct Preferences: Sendable {
        /// The level to start on; 0 leaves the choice to the source.
        var level = 0
        /// What the source's own choice is held to at first.
        var limits = QualityLimits()
        /// Whether on-demand streams begin where they say (`EXT-X-START`), and not at their beginning.
        var heedsStart = true
        /// What an earlier playback learnt of the network.
        var memory: ThroughputMemory?
        /// Makes what weighs the rungs.
        var makePolicy: @Sendable (ThroughputMemory?) -> any RungPolicy = { AdaptivePolicy(memory: $0) }
    }

    struct State {
        var levels: [QualityLevel] = [.automatic]
        var chooser: LadderChooser?
        var steering: PathwaySteering?
        var feeds: [String: PlaylistFeed] = [:]
        var main: RenditionSelection?
        var audioRenditions: [Rendition] = []
        var audioIndex: Int?
        var audio: RenditionSelection?
        /// The sound that is loaded to take over.
        var staged: StagedAudio?
        var mainTracks: Set<TrackKind> = []
        var sessions: [Role: RenditionSession] = [:]
        /// Sessions that were stopped and may not have ended yet: closing waits for them, however many they are.
        var retired: [RenditionSession] = []
        /// What was asked for last, which may be on its way.
        var wantedLevel = 0
        var wantedAudio: Int?
        /// Audio renditions that could not be played lately.
        var failedAudio: Set<Int> = []
        /// Whether the sessions of the beginning are there.
        var isOpen = false
        /// The last of the chained switches of each role.
        var switching: [Role: Task<Void, Never>] = [:]
        var dates = DateMap()
        var breaks = CueBreaks()
        var isClosed = false
        var downloadsOverdue = 0
        var limits: QualityLimits
    }

    /// Sound that is loaded while another rendition is still heard.
    struct StagedAudio {
        var index: Int
        var selection: RenditionSelection
        var session: RenditionSession
    }

    enum Role: Hashable {
        case main
        case audio
    }

    let url: String
    let playlists: PlaylistLoader
    let resources: SegmentResources
    let store: PacketStore
    let clock: any PlaybackClock
    let preferences: Preferences
    let first: HLSPlaylist
    let timeline = PresentationTimeline()
    let metadata: MetadataTracker?
    let report: @Sendable (EngineReport) -> Void
    let state: Locked<State>
    /// Held while packets are dropped and sessions replaced, so that a seek and a switch don't mix.
    let moving = Locked(())

    /// - Parameters:
    ///   - playlist: The playlist that the URL led to.
    ///   - report: Told of warnings and of levels and tracks that were chosen.
    init(
        url: String, playlist: HLSPlaylist, loader: any Loader, options: RequestOptions, store: PacketStore, clock: any PlaybackClock,
        preferences: Preferences, metadata: MetadataTracker?, report: @escaping @Sendable (EngineReport) -> Void
    ) {
        self.metadata = metadata
        self.url = url
        first = playlist
        playlists = PlaylistLoader(loader: loader, options: options)
        resources = SegmentResources(loader: loader, options: options, clock: clock)
        self.store = store
        self.clock = clock
        self.preferences = preferences
        state = Locked(State(limits: preferences.limits))
        self.report = report
    }

    func warn(_ error: PlaybackError) { report(.warning(error.with(severity: .warning))) }

    // MARK: Sessions

    /// What a session of `role` begins with.
    struct Beginning {
        var selection: RenditionSelection
        var time: Double
        var generation: Int
        var visibleFrom = -Double.infinity
        var covers: Double?
    }

    func makeSession(_ role: Role, _ beginning: Beginning, tracks: Set<TrackKind>) -> RenditionSession {
        let plan = RenditionSession.Plan(
            selection: beginning.selection, cursor: beginning.selection.feed.cursor(at: beginning.time), tracks: tracks,
            generation: beginning.generation, visibleFrom: beginning.visibleFrom, covers: beginning.covers, isLeading: role == .main)
        let fixed = FixedChooser(clock: clock) { [weak self] in self?.warn($0) }
        let chooser: any RenditionChooser = (role == .main ? state.withLock { $0.chooser } : audioChooser(fixed)) ?? fixed
        var fetcher = SegmentFetcher(
            chooser: chooser, resources: resources, store: store, tracks: tracks, generation: beginning.generation,
            warn: { [weak self] in self?.warn($0) }, metadata: metadata,
            onSelect: { [weak self] in self?.selected($0, role, generation: beginning.generation) })
        fetcher.onFinish = { [weak self] in self?.finished($0) }
        fetcher.tellsDates = role == .main
        // The picture waits for the sound: not as long as for itself.
        let soundPatience = 6.0
        if role == .audio { fetcher.patience = soundPatience }
        return RenditionSession(plan: plan, fetcher: fetcher, store: store, timeline: timeline) { [weak self] in
            self?.failed($0, role, generation: beginning.generation)
        }
    }

    private func finished(_ transfer: SegmentTransfer) {
        // What an origin holds back until it is there is not late.
        guard !transfer.unit.isHinted, transfer.elapsed > transfer.unit.duration else { return }
        state.withLock { $0.downloadsOverdue += 1 }
    }

    /// Nothing more comes of a session.
    private func failed(_ error: PlaybackError, _ role: Role, generation: Int) {
        let isAlone = state.withLock { state in
            state.isOpen && state.mainTracks.isEmpty && state.staged?.session.plan.generation != generation
        }
        guard role == .audio, !isAlone else { return store.fail(error, generation: generation) }
        soundFailed(error, generation: generation)
    }

    /// What chooses where the sound comes from.
    private func audioChooser(_ fixed: FixedChooser) -> (any RenditionChooser)? {
        guard case .multivariant(let playlist) = first, let steering = state.withLock({ $0.steering }) else { return nil }
        return PathwayAudioChooser(
            fixed: fixed, steering: steering, clock: clock,
            feed: { [weak self] location, current in
                guard let self else { throw CancellationError() }
                return try await self.feed(at: location, variables: playlist.variableValues, following: current)
            },
            warn: { [weak self] in self?.warn($0) })
    }

    /// A session goes over to another rung.
    private func selected(_ selection: RenditionSelection, _ role: Role, generation: Int) {
        state.withLock { state in
            if role == .audio, state.staged?.session.plan.generation == generation { state.staged?.selection = selection }
            guard state.sessions[role]?.plan.generation == generation else { return }
            switch role {
            case .main: state.main = selection
            case .audio: state.audio = selection
            }
        }
    }

    /// Puts `session` in the place of the one of its role and starts it.
    func replace(_ role: Role, with session: RenditionSession) {
        let old = state.withLock { state -> RenditionSession? in
            if state.isClosed { return session }
            let old = state.sessions[role]
            state.sessions[role] = session
            return Self.retire(&state, old)
        }
        end(old)
        if old !== session { session.start() }
    }

    /// Keeps a session that gives way, so that closing waits for its end.
    static func retire(_ state: inout State, _ session: RenditionSession?) -> RenditionSession? {
        if let session { state.retired.append(session) }
        return session
    }

    /// Stops a session that was retired, and forgets it once nothing of it runs.
    func end(_ session: RenditionSession?) {
        guard let session else { return }
        session.stop()
        Task { [weak self] in
            await session.join()
            self?.state.withLock { state in state.retired.removeAll { $0 === session } }
        }
    }

    func seek(to time: Double) {
        let index: Int? = moving.withLock { _ in
            let generation = store.reset()
            let (main, audio, tracks, change) = state.withLock { state in
                // What could not be had elsewhere may be there.
                state.failedAudio = []
                // Nothing is heard that would have to go on until it is there.
                let change = Self.takeOver(&state)
                return (state.main, state.audio, state.mainTracks, change)
            }
            end(change?.old)
            if change != nil { store.define(tracks.union([.audio]), isMuxed: false) }
            for (role, selection, tracks) in [(Role.main, main, tracks), (.audio, audio, [.audio])] {
                guard let selection else { continue }
                let beginning = Beginning(selection: selection, time: time, generation: generation, covers: time)
                replace(role, with: makeSession(role, beginning, tracks: tracks))
            }
            return change?.index
        }
        if let index { report(.audioTrackSelected(index)) }
    }

    // MARK: Feeds

    /// The feed of a playlist, loaded, and on the timeline of `leader`.
    /// - Throws: `PlaybackError`.
    func feed(at url: String, variables: [String: String]?, following leader: PlaylistFeed?) async throws -> PlaylistFeed {
        let feed = state.withLock { state in
            let feed = state.feeds[url] ?? makeFeed(at: url, variables: variables)
            state.feeds[url] = feed
            return feed
        }
        try await feed.load(following: leader)
        return feed
    }

    func makeFeed(at url: String, variables: [String: String]?) -> PlaylistFeed {
        PlaylistFeed(url: url, playlists: playlists, variables: variables, clock: clock) { [weak self] in self?.take($1, of: $0) }
    }

    /// The feed that leads: it tells the window and the dates.
    var leader: PlaylistFeed? { state.withLock { $0.main?.feed } }

    /// A feed was reloaded, or could not be.
    private func take(_ news: FeedNews, of feed: PlaylistFeed) {
        switch news {
        case .failed(let error): warn(error)
        case .moved: if feed === leader { tellDates(of: feed) }
        case .updated(let update):
            for warning in update.warnings where warning.line == 0 {
                warn(PlaybackError(.manifestInvalid, url: feed.url, underlying: warning.message))
            }
            guard feed === leader else { return }
            report(.window(feed.window(at: clock.now)))
            timeline.forget(before: feed.firstDiscontinuity)
            if update.becameComplete { report(.durationChanged(feed.end)) }
            if update.appended > 0 { tellDates(of: feed) }
            if update.appended > 0 || !update.dateRanges.isEmpty { tellRanges(of: feed) }
        }
    }

    /// Tells which dates belong to the timeline, where that has changed.
    func tellDates(of feed: PlaylistFeed) {
        let dates = feed.dates
        let isNew = state.withLock { state in
            defer { state.dates = dates }
            return state.dates != dates
        }
        if isNew { report(.dates(dates)) }
    }

    func window(at now: Double) -> LiveWindow? { leader?.window(at: now) }

    func setRate(_ rate: Double) { state.withLock { $0.chooser }?.setRate(rate) }

    /// Hands in the date ranges and ad breaks that the playlist lists.
    func tellRanges(of feed: PlaylistFeed) {
        guard let metadata else { return }
        let ranges = feed.dateRanges
        if !ranges.isEmpty { metadata.insert(DateRangeMetadata.timed(ranges.map { DateRangeFacts($0) }, dates: feed.dates)) }
        let markers = feed.cueMarkers
        guard !markers.isEmpty else { return }
        let longest = 86_400.0
        metadata.insert(
            state.withLock { state in
                if let start = markers.first?.time { state.breaks.trim(before: start - longest) }
                return state.breaks.timed(markers)
            })
    }

    var dateRanges: PlaylistDateRanges? { leader.map { PlaylistDateRanges(url: $0.baseURL, ranges: $0.placedRanges) } }

    func segmentStart(nearest time: Double) -> Double? { leader?.segmentStart(nearest: time) }

    func setQualityLimits(_ limits: QualityLimits) {
        state.withLock { state in
            state.limits = limits
            if let chooser = state.chooser { chooser.cap(chooser.ladder.highest(within: limits)) }
        }
    }

    var downloadsOverdue: Int { state.withLock { $0.downloadsOverdue } }
    var throughputMemory: ThroughputMemory? { state.withLock { $0.chooser }?.memory }

    // MARK: Closing

    func close() async {
        let (sessions, switching) = state.withLock { state in
            state.isClosed = true
            let staged = [state.staged?.session].compactMap { $0 }
            return (Array(state.sessions.values) + staged + state.retired, Array(state.switching.values))
        }
        for task in switching { task.cancel() }
        await state.withLock { $0.steering }?.close()
        store.close()
        timeline.cancel()
        for session in sessions { session.stop() }
        for session in sessions { await session.join() }
        for task in switching { await task.value }
        for feed in state.withLock({ Array($0.feeds.values) }) { await feed.close() }
    }
}
