import PlayheadCaptions
import PlayheadCore
import PlayheadHLS
import PlayheadMetadata
import PlayheadTransport

/// An HLS presentation, on demand or live: a media playlist, or a multivariant playlist with variants and alternate renditions.
final class HLSPresentation: MediaPresentation {
    private struct State {
        var feeds: [String: PlaylistFeed] = [:]
        /// The feed whose window, dates and metadata are reported.
        var leader: PlaylistFeed?
        /// The dates that were reported last.
        var dates = DateMap()
        /// The dates with which all date ranges were placed last.
        var placed = DateMap()
        var breaks = CueBreaks()
        /// The departures from the standard in the last reload of each feed.
        var departures: [String: Set<String>] = [:]
    }

    let format = "hls"
    let url: String
    private let playlist: HLSPlaylist
    private let variants: VariantLadder?
    private let steering: PathwaySteering<SteeringState>?
    private let playlists: PlaylistLoader
    private let clock: any PlaybackClock
    private let latency: Double?
    private let timeline: PresentationTimeline
    private let metadata: MetadataTracker?
    private let report: @Sendable (EngineReport) -> Void
    private let state = Locked(State())

    /// - Parameters:
    ///   - url: The URL for errors, without credentials.
    ///   - playlist: The playlist at the URL.
    ///   - resources: The loader, the options of requests and the clock.
    ///   - timeline: The offsets of discontinuity sequences; those that have left the window are removed from it.
    ///   - latency: The distance from the live edge that the app requests for low latency, in seconds; `nil` follows the origin.
    ///   - metadata: Receives the metadata of the playlists; `nil` for none.
    ///   - shared: The parsed playlists that playbacks share; `nil` to parse all of them.
    ///   - report: Called on any thread with the window, dates and warnings.
    init(
        url: String, playlist: HLSPlaylist, resources: SegmentResources, timeline: PresentationTimeline, latency: Double? = nil,
        metadata: MetadataTracker?, shared: SharedPlaylists? = nil,
        report: @escaping @Sendable (EngineReport) -> Void
    ) {
        self.url = url
        self.playlist = playlist
        self.timeline = timeline
        self.latency = latency
        self.metadata = metadata
        self.report = report
        clock = resources.clock
        playlists = PlaylistLoader(
            loader: resources.loader, options: resources.options, start: resources.start, shared: shared)
        if case .multivariant(let multivariant) = playlist {
            variants = VariantLadder(multivariant)
            steering = PathwaySteering(SteeringState(multivariant), resources: resources) { report(.warning($0.with(severity: .warning))) }
        } else {
            variants = nil
            steering = nil
        }
    }

    var ladder: Ladder? { variants?.ladder }
    var pathways: (any Pathways)? { steering }

    private var multivariant: MultivariantPlaylist? { if case .multivariant(let playlist) = playlist { playlist } else { nil } }

    // MARK: Renditions

    func onlyRendition() async throws -> any MediaRendition {
        guard case .media(let media) = playlist else { throw PlaybackError(.manifestLoop, url: url) }
        let feed = makeFeed(at: media.url ?? url)
        try await feed.take(media)
        state.withLock { $0.feeds[feed.url] = feed }
        return feed
    }

    func rendition(at location: String, following leader: (any MediaRendition)?) async throws -> any MediaRendition {
        guard location != multivariant?.url else { throw PlaybackError(.manifestLoop, url: location) }
        let feed = state.withLock { state in
            let feed = state.feeds[location] ?? makeFeed(at: location)
            state.feeds[location] = feed
            return feed
        }
        try await feed.load(following: leader as? PlaylistFeed)
        return feed
    }

    private func makeFeed(at url: String) -> PlaylistFeed {
        let known = steering?.current.playlist ?? multivariant
        let content = known?.content(ofPlaylistAt: url) ?? .unknown
        return PlaylistFeed(
            url: url, content: content, playlists: playlists, variables: multivariant?.variableValues, start: multivariant?.start,
            latency: latency, clock: clock
        ) { [weak self] in
            self?.handle($1, of: $0)
        }
    }

    /// The number of playlists in memory.
    var feedCount: Int { state.withLock { $0.feeds.count } }

    // MARK: Alternate renditions

    func audioOptions(beside position: LadderPosition) -> [AudioOption] {
        guard let multivariant, let variants else { return [] }
        return multivariant.renditions(of: .audio, in: variants.variant(at: position).audio).map { rendition in
            AudioOption(
                name: rendition.name, language: rendition.language, isDefault: rendition.isDefault, isAutoselect: rendition.isAutoselect,
                url: rendition.uri.map(multivariant.url(for:)))
        }
    }

    func captionOptions(beside position: LadderPosition) -> [CaptionOption] {
        guard let multivariant, let variants else { return [] }
        let group = variants.rungs[position.rung].variant.subtitles
        return multivariant.renditions(of: .subtitles, in: group).compactMap { rendition in
            guard let uri = rendition.uri else { return nil }
            let track = MediaTrack(
                index: 0, name: rendition.name, language: rendition.language, isDefault: rendition.isDefault,
                isForced: rendition.isForced, isAutoselect: rendition.isAutoselect, characteristics: rendition.characteristics)
            return CaptionOption(track: track, url: multivariant.url(for: uri))
        }
    }

    func announcedTracks(at position: LadderPosition?) -> Set<TrackKind> {
        guard let position, let variants else { return [.video] }
        return variants.variant(at: position).announcedTracks
    }

    var closedCaptions: [ClosedCaptionTrack] {
        let renditions = multivariant?.renditions.filter { $0.type == .closedCaptions } ?? []
        return CaptionChannels.Channel.allCases.compactMap { channel in
            // The same captions in CEA-708, of which the accompanying CEA-608 bytes are decoded.
            let rendition =
                renditions.first { $0.instreamID == channel.name }
                ?? (channel == .cc1 ? renditions.first { $0.instreamID == "SERVICE1" } : nil)
            return rendition.map {
                ClosedCaptionTrack(
                    channel: channel,
                    track: MediaTrack(
                        index: 0, name: $0.name, language: $0.language, isDefault: $0.isDefault, isAutoselect: $0.isAutoselect,
                        characteristics: $0.characteristics, isClosedCaptions: true))
            }
        }
    }

    func keyFramePlaces(fitting size: PictureSize) -> [KeyFramePlace] {
        switch playlist {
        case .media(let media): return [KeyFramePlace(url: media.url ?? url, isIFramesOnly: media.isIFramesOnly)]
        case .multivariant(let multivariant):
            let current = steering?.current ?? SteeringState(multivariant)
            let playlist = current.playlist
            func places(_ variants: [Variant], isIFramesOnly: Bool) -> [KeyFramePlace] {
                let preferred = variants.filter { $0.pathway == current.pathway } + variants.filter { $0.pathway != current.pathway }
                return preferred.map { KeyFramePlace(url: playlist.url(for: $0.uri), isIFramesOnly: isIFramesOnly) }
            }
            return places(playlist.iFrameVariants.shownAsIntended.sorted(fitting: size), isIFramesOnly: true)
                + places(VariantLadder(playlist).rungs.first?.alternatives ?? [], isIFramesOnly: false)
        }
    }

    // MARK: The followed rendition

    func follow(_ rendition: any MediaRendition) {
        let feed = rendition as? PlaylistFeed
        state.withLock { $0.leader = feed }
    }

    private var leader: PlaylistFeed? { state.withLock { $0.leader } }

    var dateRanges: PlaylistDateRanges? { leader.map { PlaylistDateRanges(url: $0.baseURL, ranges: $0.placedRanges) } }

    func segmentStart(nearest time: Double) -> Double? { leader?.segmentStart(nearest: time) }

    func reportContents() {
        guard let leader else { return }
        if leader.ignoresDateRanges { warn([MediaPlaylist.dateRangesWarning], in: leader) }
        reportDates(of: leader)
        reportRanges(of: leader)
    }

    /// Handles a reload of a feed, or its failure.
    private func handle(_ news: FeedNews, of feed: PlaylistFeed) {
        switch news {
        case .failed(let error): warn(error)
        case .moved: if feed === leader { reportDates(of: feed) }
        case .updated(let update):
            warn(update.warnings.filter { $0.line == 0 }.map(\.message), in: feed)
            guard feed === leader else { return }
            report(.window(feed.window(at: clock.now)))
            timeline.forget(before: feed.firstDiscontinuity)
            if update.becameComplete { report(.durationChanged(feed.end)) }
            if update.appended > 0 { reportDates(of: feed) }
            if update.appended > 0 || !update.dateRanges.isEmpty { reportRanges(of: feed, changed: update.dateRanges) }
        }
    }

    /// Reports the departures from the standard that the reload before did not have; the counts and numbers in them may differ.
    private func warn(_ messages: [String], in feed: PlaylistFeed) {
        let known = state.withLock { state in
            defer { state.departures[feed.url] = messages.isEmpty ? nil : Set(messages.map(Self.kind)) }
            return state.departures[feed.url] ?? []
        }
        for message in messages where !known.contains(Self.kind(message)) {
            warn(PlaybackError(.manifestInvalid, url: feed.url, underlying: message))
        }
    }

    private static func kind(_ message: String) -> String { message.filter { !$0.isNumber } }

    private func warn(_ error: PlaybackError) { report(.warning(error.with(severity: .warning))) }

    /// Reports the dates on the timeline, if they have changed.
    private func reportDates(of feed: PlaylistFeed) {
        let dates = feed.dates
        let isNew = state.withLock { state in
            defer { state.dates = dates }
            return state.dates != dates
        }
        if isNew { report(.dates(dates)) }
    }

    /// Inserts the date ranges and ad breaks that the playlist lists: those in `changed` if the others have the same positions as before, or
    /// all of them.
    private func reportRanges(of feed: PlaylistFeed, changed: [DateRange]? = nil) {
        guard let metadata else { return }
        let dates = feed.dates
        let isPlaced = state.withLock { state in
            defer { state.placed = dates }
            return state.placed == dates
        }
        var ranges = changed?.inOrder ?? []
        // The end of a range may be the start of another one (END-ON-NEXT).
        if changed == nil || !isPlaced || !ranges.isEmpty && feed.hasRangesUntilNext { ranges = feed.dateRanges }
        if !ranges.isEmpty { metadata.insert(DateRangeMetadata.timed(ranges.map { DateRangeFacts($0) }, dates: dates)) }
        let markers = feed.cueMarkers
        guard !markers.isEmpty else { return }
        let maximumBreak = 86_400.0
        metadata.insert(
            state.withLock { state in
                if let start = markers.first?.time { state.breaks.trim(before: start - maximumBreak) }
                return state.breaks.timed(markers)
            })
    }

    func close() async {
        for feed in state.withLock({ Array($0.feeds.values) }) { await feed.close() }
    }
}
