import PlayheadCore

/// Recovery from failures.
extension LadderChooser {
    func recover(fromStuck error: PlaybackError, of current: RenditionSelection) async -> RenditionSelection? {
        if let position = current.position {
            exclude(position)
            reportFailure(of: position)
        }
        return try? await available(from: current.rung ?? 0, leaving: current, because: .failure)
    }

    func recover(from error: PlaybackError, at segment: Segment, of current: RenditionSelection) async -> SegmentRecovery {
        if let position = current.position { exclude(position) }
        let others = candidates(from: current.rung ?? 0).filter { $0 != current.position }
        let isAwaited = failures.isAwaited(segment, of: current.rendition, after: error, skipped: state.withLock { $0.skipped })
        let failure = state.withLock { state in
            let count = state.tries?.cursor == segment.cursor ? (state.tries?.count ?? 0) + 1 : 1
            state.tries = (segment.cursor, count)
            return SegmentFailurePolicy.Failure(
                isAwaited: isAwaited, mayAppear: error.isNotFound && current.rendition.isNewest(segment.cursor), tries: count,
                hasAlternative: !others.isEmpty,
                // The origin says that the segment is missing: a gap at the end is no failure, and any number of gaps is skipped.
                hasNext: segment.isGap || current.rendition.hasMore(after: segment.cursor) || segment.mayBeRounding && error.isNotFound,
                skipped: segment.isGap ? 0 : state.skipped, hasLoaded: state.hasLoaded)
        }
        let decision = failures.decide(failure)
        guard decision != .giveUp else { return .giveUp }
        // Nothing is lost by a gap that another rung does not have.
        if !isAwaited, !segment.isGap || decision == .skip { warn(error.with(severity: .warning)) }
        switch decision {
        case .retry(let delay):
            readmit(current)
            try? await clock.sleep(for: delay)
            return .use(current)
        case .alternative:
            if !segment.isGap, let position = current.position { reportFailure(of: position) }
            if let other = try? await available(from: current.rung ?? 0, leaving: current, because: .failure) { return .use(other) }
            return Task.isCancelled ? .giveUp : await recover(from: error, at: segment, of: current)
        case .skip, .giveUp:
            // The next segment may be available in the place where this segment was not.
            state.withLock { state in
                state.excluded = [:]
                if !segment.isGap { state.skipped += 1 }
            }
            return .skip
        }
    }

    private func readmit(_ selection: RenditionSelection) {
        guard let position = selection.position else { return }
        state.withLock { $0.excluded[position] = nil }
    }
}
