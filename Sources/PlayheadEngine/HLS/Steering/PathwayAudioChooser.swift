import PlayheadCore
import PlayheadHLS

/// Chooses where an alternate audio rendition comes from: the pathway that is played from, and another place where it can't be had.
final class PathwayAudioChooser: RenditionChooser {
    private let fixed: FixedChooser
    private let steering: PathwaySteering
    private let clock: any PlaybackClock
    private let penalty: Double
    private let feed: @Sendable (String, PlaylistFeed) async throws -> PlaylistFeed
    private let warn: @Sendable (PlaybackError) -> Void
    /// When each place that failed may be asked again.
    private let excluded = Locked<[String: Double]>([:])

    /// - Parameters:
    ///   - fixed: Decides where there is no other place.
    ///   - feed: Gives the feed at a URL, loaded and on the timeline of the one that is left.
    init(
        fixed: FixedChooser, steering: PathwaySteering, clock: any PlaybackClock,
        penalty: Double = SegmentFailurePolicy().penalty,
        feed: @escaping @Sendable (String, PlaylistFeed) async throws -> PlaylistFeed,
        warn: @escaping @Sendable (PlaybackError) -> Void
    ) {
        self.fixed = fixed
        self.steering = steering
        self.clock = clock
        self.penalty = penalty
        self.feed = feed
        self.warn = warn
    }

    func selection(at cursor: SegmentCursor, of current: RenditionSelection) async -> RenditionSelection {
        let state = steering.current
        let places = state.locations(of: .audio, sameAs: current.feed.url)
        // Places of one pathway are as good as one another.
        guard let place = places.first(where: { $0.url == current.feed.url }), place.pathway != state.pathway else { return current }
        return await other(than: current, among: places.filter { $0.pathway == state.pathway }) ?? current
    }

    func progress(_ transfer: SegmentTransfer) async -> RenditionSelection? { nil }

    func finished(_ transfer: SegmentTransfer) { fixed.finished(transfer) }

    func recover(fromStuck error: PlaybackError, of current: RenditionSelection) async -> RenditionSelection? {
        await leave(current)
    }

    func recover(from error: PlaybackError, at unit: FetchUnit, of current: RenditionSelection) async -> SegmentRecovery {
        // The newest segment of a live stream may be there in a moment.
        if !(error.isNotFound && current.feed.isNewest(unit.cursor)), let other = await leave(current) {
            warn(error.with(severity: .warning))
            return .use(other)
        }
        return await fixed.recover(from: error, at: unit, of: current)
    }

    /// What stands in for a place that fails; `nil` where nothing does.
    private func leave(_ current: RenditionSelection) async -> RenditionSelection? {
        let before = steering.current.locations(of: .audio, sameAs: current.feed.url)
        guard before.count > 1 else { return nil }
        exclude(current.feed.url)
        if let place = before.first(where: { $0.url == current.feed.url }) { steering.failed(place.pathway) }
        return await other(than: current, among: steering.current.locations(of: .audio, sameAs: current.feed.url))
    }

    private func other(
        than current: RenditionSelection, among places: [(url: String, pathway: String)]
    ) async -> RenditionSelection? {
        for place in places where place.url != current.feed.url && !isExcluded(place.url) {
            do {
                return RenditionSelection(feed: try await feed(place.url, current.feed))
            } catch {
                if error is CancellationError || Task.isCancelled { return nil }
                exclude(place.url)
                warn(PlaybackError(cause: error, otherwise: .manifestInvalid, url: place.url).with(severity: .warning))
            }
        }
        return nil
    }

    private func exclude(_ url: String) {
        let until = clock.now + penalty
        excluded.withLock { $0[url] = until }
    }

    private func isExcluded(_ url: String) -> Bool {
        let now = clock.now
        return excluded.withLock { $0[url] ?? -.infinity } > now
    }
}
