import PlayheadCore
import PlayheadHLS

/// Where the sound comes from, where it is not inside the picture's segments.
extension HLSSource {
    func selectAudioTrack(_ index: Int, playhead: Double) {
        let isNew = state.withLock { state in
            guard state.audioRenditions.indices.contains(index), index != state.wantedAudio else { return false }
            state.wantedAudio = index
            return true
        }
        guard isNew else { return }
        enqueue(.audio) { [self] in
            if index == state.withLock({ $0.audioIndex }) { return dropStaged() }
            do {
                try await goOver(toAudio: index)
            } catch {
                let silent = state.withLock { state -> Int? in
                    if state.wantedAudio == index { state.wantedAudio = state.staged?.index ?? state.audioIndex }
                    // Where the one before has failed meanwhile, this was the last to be waited for.
                    return state.audioIndex.map(state.failedAudio.contains) == true ? state.sessions[.audio]?.plan.generation : nil
                }
                if let silent, !Task.isCancelled { store.finish([.audio], generation: silent) }
                throw error
            }
        }
    }

    /// Loads the sound of another rendition from the playhead on, to take over when it is there.
    private func goOver(toAudio index: Int) async throws {
        let leader = state.withLock { $0.main }
        let selection = try await audioSelection(index, following: leader?.feed)
        try Task.checkCancellation()
        stage(index, selection, at: store.lastPlayhead)
    }

    private func stage(_ index: Int, _ selection: RenditionSelection, at time: Double) {
        moving.withLock { _ in
            let beginning = Beginning(selection: selection, time: time, generation: store.stage(.audio), covers: time)
            let session = makeSession(.audio, beginning, tracks: [.audio])
            let old = state.withLock { state -> RenditionSession? in
                if state.isClosed { return session }
                defer { state.staged = StagedAudio(index: index, selection: selection, session: session) }
                return Self.retire(&state, state.staged?.session)
            }
            end(old)
            if old !== session { session.start() }
        }
    }

    /// What is heard is wanted again.
    private func dropStaged() {
        moving.withLock { _ in
            let old = state.withLock { state -> RenditionSession? in
                defer { state.staged = nil }
                return Self.retire(&state, state.staged?.session)
            }
            end(old)
            if let old { store.unstage(old.plan.generation) }
        }
    }

    func takeOverSound(at time: Double, amount: Double, isUrgent: Bool) -> Bool {
        let change = moving.withLock { _ -> (index: Int, old: RenditionSession?)? in
            guard store.takeOver(.audio, at: time, amount: amount, isUrgent: isUrgent) else { return nil }
            return state.withLock { Self.takeOver(&$0) }
        }
        guard let change else { return false }
        end(change.old)
        report(.audioTrackSelected(change.index))
        return true
    }

    /// Makes what is staged the sound that is heard.
    /// - Returns: Its number, and the session that it replaces.
    static func takeOver(_ state: inout State) -> (index: Int, old: RenditionSession?)? {
        guard let staged = state.staged else { return nil }
        state.staged = nil
        state.audio = staged.selection
        state.audioIndex = staged.index
        state.failedAudio.remove(staged.index)
        // From now on the sound has a session of its own, also where it came with the picture before.
        state.mainTracks.remove(.audio)
        let old = retire(&state, state.sessions[.audio])
        state.sessions[.audio] = staged.session
        return (staged.index, old)
    }

    func playheadMoved(to time: Double) {
        guard let staged = state.withLock({ $0.staged }) else { return }
        stage(staged.index, staged.selection, at: time)
    }

    /// What a session of audio rendition `index` begins with. Without a URI it is the sound inside the variants.
    func audioSelection(_ index: Int, following leader: PlaylistFeed?) async throws -> RenditionSelection {
        let rendition = state.withLock { $0.audioRenditions.indices.contains(index) ? $0.audioRenditions[index] : nil }
        guard case .multivariant(let multivariant) = first, let rendition else { throw PlaybackError(.invalidIndex, url: url) }
        guard let uri = rendition.uri else {
            guard let leader else { throw PlaybackError(.invalidIndex, url: url) }
            return RenditionSelection(feed: leader)
        }
        return RenditionSelection(
            feed: try await feed(at: multivariant.url(for: uri), variables: multivariant.variableValues, following: leader))
    }

    /// What stands in for an audio rendition that can't be had: the others of its language, then the rest; without those that failed too.
    func substitutes(forAudio index: Int) -> [Int] {
        state.withLock { state in
            guard state.audioRenditions.indices.contains(index) else { return [] }
            let language = state.audioRenditions[index].language
            let others = state.audioRenditions.indices.filter { other in
                other != index && !state.failedAudio.contains(other) && state.audioRenditions[other].uri != nil
            }
            return others.filter { state.audioRenditions[$0].language == language }
                + others.filter { state.audioRenditions[$0].language != language }
        }
    }

    /// Nothing more comes of the sound of `generation`: if that is heard, another rendition takes over; where there is none the picture goes on in
    /// silence.
    func soundFailed(_ error: PlaybackError, generation: Int) {
        enum Place { case staged, heard }
        let failed = moving.withLock { _ in
            state.withLock { state -> (place: Place, current: Int?, old: RenditionSession?)? in
                if let staged = state.staged, staged.session.plan.generation == generation {
                    state.staged = nil
                    state.failedAudio.insert(staged.index)
                    state.wantedAudio = state.audioIndex
                    // What is heard goes on, unless it has failed too.
                    let current = state.audioIndex.flatMap { state.failedAudio.contains($0) ? $0 : nil }
                    return (.staged, current, Self.retire(&state, staged.session))
                }
                // While it is opened, opening does the same.
                guard state.isOpen, state.sessions[.audio]?.plan.generation == generation, let index = state.audioIndex,
                    state.failedAudio.insert(index).inserted
                else { return nil }
                return (.heard, state.staged == nil ? index : nil, nil)
            }
        }
        end(failed?.old)
        guard let failed, store.isCurrent(generation, of: [.audio]) else { return }
        warn(error)
        if failed.place == .staged { store.unstage(generation) }
        if let current = failed.current { substitute(forAudio: current) }
    }

    private func substitute(forAudio failed: Int) {
        enqueue(.audio) { [self] in
            for index in substitutes(forAudio: failed) {
                do {
                    state.withLock { $0.wantedAudio = index }
                    return try await goOver(toAudio: index)
                } catch {
                    if Task.isCancelled || error is CancellationError { throw error }
                    state.withLock { _ = $0.failedAudio.insert(index) }
                    warn(PlaybackError(cause: error, otherwise: .manifestInvalid, url: url))
                }
            }
            let generation = state.withLock { state in
                state.wantedAudio = state.audioIndex
                return state.sessions[.audio]?.plan.generation
            }
            if let generation { store.finish([.audio], generation: generation) }
        }
    }
}
