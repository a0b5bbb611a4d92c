import PlayheadCore

/// The replacement of renditions that fail.
extension AudioSwitcher {
    /// The session that failed.
    private enum Failed {
        /// A staged session. `current` is the current rendition and its generation, if it has failed as well.
        case staged(RenditionSession, current: (index: Int, generation: Int)?)
        /// The session of the current rendition. `unreplaced` is this rendition, unless another one is staged.
        case current(unreplaced: Int?)
    }

    /// Handles the failure of a session. Another rendition replaces the current one. If no other rendition is left, the pictures continue
    /// without sound; a presentation without pictures fails.
    func failed(_ error: PlaybackError, generation: Int) {
        let failed = state.withLock { state -> Failed? in
            if let staged = state.staged, staged.session.plan.generation == generation {
                state.staged = nil
                state.failed.insert(staged.index)
                state.chosen = state.index
                guard let index = state.index, let current = self.generation(state), state.failed.contains(index) else {
                    return .staged(staged.session, current: nil)
                }
                return .staged(staged.session, current: (index, current))
            }
            // During opening, ``opened(beside:_:)`` selects the substitute.
            guard state.isOpen, self.generation(state) == generation, let index = state.index, state.failed.insert(index).inserted else {
                return nil
            }
            return .current(unreplaced: state.staged == nil ? index : nil)
        }
        if case .staged(let session, _) = failed { sessions.end(session) }
        guard let failed, store.isCurrent(generation, of: [.audio]) else { return }
        if case .current(let unreplaced?) = failed, isOnlyTrack, substitutes(for: unreplaced).isEmpty {
            return store.fail(error, generation: generation)
        }
        factory.warn(error)
        switch failed {
        case .staged(_, let current):
            store.unstage(generation)
            if let current { substitute(for: current.index, generation: current.generation, after: error) }
        case .current(let unreplaced): if let unreplaced { substitute(for: unreplaced, generation: generation, after: error) }
        }
    }

    /// Whether nothing but the sound is played.
    var isOnlyTrack: Bool { store.tracks == [.audio] }

    /// Ends the sound of `generation`, because the last rendition that could replace it failed with `error`.
    func end(_ generation: Int, after error: PlaybackError) {
        if isOnlyTrack { store.fail(error, generation: generation) } else { store.finish([.audio], generation: generation) }
    }

    /// The renditions that can replace a failed one: those of the same language, then the others; without those that failed too, and none if
    /// many have failed. Several sounds inside the main rendition have the same segments, and do not replace each other.
    func substitutes(for index: Int) -> [Int] {
        state.withLock { state in
            guard let option = state.option(index) else { return [] }
            let others = state.options.indices.filter { other in
                other != index && !state.failed.contains(other) && state.options[other].soundIndex == nil
            }
            let (same, different) = (
                others.filter { state.options[$0].language == option.language },
                others.filter { state.options[$0].language != option.language }
            )
            return Array((same + different).prefix(max(0, SegmentFailurePolicy.maximumFailedPlaces - state.failed.count)))
        }
    }

    /// Loads a substitute for the current rendition, whose session of `generation` failed, unless a seek starts another session.
    private func substitute(for failed: Int, generation: Int, after failure: PlaybackError) {
        switches.run { [self] in
            for index in substitutes(for: failed) where store.isCurrent(generation, of: [.audio]) {
                do {
                    state.withLock { $0.chosen = index }
                    return try await load(index)
                } catch {
                    if Task.isCancelled || error is CancellationError { throw error }
                    state.withLock { _ = $0.failed.insert(index) }
                    factory.warn(PlaybackError(cause: error, otherwise: .manifestInvalid, url: url))
                }
            }
            try Task.checkCancellation()
            state.withLock { $0.chosen = $0.index }
            end(generation, after: failure)
        }
    }
}
