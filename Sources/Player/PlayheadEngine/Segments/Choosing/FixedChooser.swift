import PlayheadCore

/// Stays on one rendition, and skips the segments that fail.
final class FixedChooser: RenditionChooser {
    private struct State {
        var skipped = 0
        var hasLoaded = false
        var tries: (cursor: SegmentCursor, count: Int)?
    }

    private let clock: any PlaybackClock
    private let failures: SegmentFailurePolicy
    private let warn: @Sendable (PlaybackError) -> Void
    private let state = Locked(State())

    /// Creates a chooser. `warn` is called for each segment that is skipped.
    init(
        clock: any PlaybackClock, failures: SegmentFailurePolicy = SegmentFailurePolicy(),
        warn: @escaping @Sendable (PlaybackError) -> Void
    ) {
        self.clock = clock
        self.failures = failures
        self.warn = warn
    }

    func selection(at cursor: SegmentCursor, of current: RenditionSelection) async -> RenditionSelection { current }

    func progress(_ transfer: SegmentTransfer) async -> RenditionSelection? { nil }

    func finished(_ transfer: SegmentTransfer) {
        state.withLock { state in
            state.skipped = 0
            state.hasLoaded = true
            state.tries = nil
        }
    }

    func recover(fromStuck error: PlaybackError, of current: RenditionSelection) async -> RenditionSelection? { nil }

    func recover(from error: PlaybackError, at segment: Segment, of current: RenditionSelection) async -> SegmentRecovery {
        let isAwaited = failures.isAwaited(segment, of: current.rendition, after: error, skipped: state.withLock { $0.skipped })
        let failure = state.withLock { state in
            let count = state.tries?.cursor == segment.cursor ? (state.tries?.count ?? 0) + 1 : 1
            state.tries = (segment.cursor, count)
            return SegmentFailurePolicy.Failure(
                isAwaited: isAwaited, mayAppear: error.isNotFound && current.rendition.isNewest(segment.cursor), tries: count,
                // The origin says that the segment is missing: a gap at the end is no failure, and any number of gaps is skipped.
                hasNext: segment.isGap || current.rendition.hasMore(after: segment.cursor) || segment.mayBeRounding && error.isNotFound,
                skipped: segment.isGap ? 0 : state.skipped, hasLoaded: state.hasLoaded)
        }
        switch failures.decide(failure) {
        case .retry(let delay):
            if !isAwaited { warn(error.with(severity: .warning)) }
            try? await clock.sleep(for: delay)
            return .use(current)
        case .skip:
            warn(error.with(severity: .warning))
            if !segment.isGap { state.withLock { $0.skipped += 1 } }
            return .skip
        case .alternative, .giveUp: return .giveUp
        }
    }
}
