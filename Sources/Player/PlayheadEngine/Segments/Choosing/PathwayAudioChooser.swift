import PlayheadCore

/// Selects the place of an alternate audio rendition: the preferred pathway, and another place if the rendition fails there.
final class PathwayAudioChooser: RenditionChooser {
    private let fixed: FixedChooser
    private let pathways: any Pathways
    private let renditions: any RenditionLoader
    private let clock: any PlaybackClock
    private let penalty: Double
    private let warn: @Sendable (PlaybackError) -> Void
    /// The time from which each place that failed may be used again, in seconds of the clock.
    private let excluded = Locked<[String: Double]>([:])

    /// - Parameters:
    ///   - fixed: Decides if there is no other place.
    ///   - pathways: The pathways of the presentation.
    ///   - renditions: Loads the rendition at another place.
    ///   - clock: The clock of the penalty.
    ///   - penalty: The seconds for which a place that failed is not used.
    ///   - warn: Called for each failure.
    init(
        fixed: FixedChooser, pathways: any Pathways, renditions: any RenditionLoader, clock: any PlaybackClock,
        penalty: Double = SegmentFailurePolicy().penalty, warn: @escaping @Sendable (PlaybackError) -> Void
    ) {
        self.fixed = fixed
        self.pathways = pathways
        self.renditions = renditions
        self.clock = clock
        self.penalty = penalty
        self.warn = warn
    }

    func selection(at cursor: SegmentCursor, of current: RenditionSelection) async -> RenditionSelection {
        let (pathway, places) = pathways.audioPlaces(sameAs: current.rendition.url)
        // All places of one pathway are equivalent.
        guard let place = places.first(where: { $0.url == current.rendition.url }), place.pathway != pathway else { return current }
        return await other(than: current, among: places.filter { $0.pathway == pathway }) ?? current
    }

    func progress(_ transfer: SegmentTransfer) async -> RenditionSelection? { nil }

    func finished(_ transfer: SegmentTransfer) { fixed.finished(transfer) }

    func recover(fromStuck error: PlaybackError, of current: RenditionSelection) async -> RenditionSelection? {
        await leave(current, isFailing: true)
    }

    func recover(from error: PlaybackError, at segment: Segment, of current: RenditionSelection) async -> SegmentRecovery {
        // The newest segment of a live stream, or one that is late, may become available in a moment.
        let rendition = current.rendition
        let mayAppear = error.isNotFound && (rendition.isNewest(segment.cursor) || rendition.isAwaited(segment, timeout: nil))
        if !mayAppear, let other = await leave(current, isFailing: !segment.isGap) {
            // Nothing is lost by a gap that another place does not have.
            if !segment.isGap { warn(error.with(severity: .warning)) }
            return .use(other)
        }
        return await fixed.recover(from: error, at: segment, of: current)
    }

    /// Leaves a place, whose pathway is reported as failed if `isFailing`.
    /// - Returns: The replacement; `nil` if there is none.
    private func leave(_ current: RenditionSelection, isFailing: Bool) async -> RenditionSelection? {
        let url = current.rendition.url
        let (_, places) = pathways.audioPlaces(sameAs: url)
        guard places.count > 1 else { return nil }
        exclude(url)
        if isFailing, let place = places.first(where: { $0.url == url }) { pathways.failed(place.pathway) }
        return await other(than: current, among: pathways.audioPlaces(sameAs: url).places)
    }

    private func other(than current: RenditionSelection, among places: [Ladder.Place]) async -> RenditionSelection? {
        let others = places.filter { $0.url != current.rendition.url && !isExcluded($0.url) }
        for place in others.prefix(SegmentFailurePolicy.maximumFailedPlaces) {
            do {
                return RenditionSelection(rendition: try await renditions.rendition(at: place.url, following: current.rendition))
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
