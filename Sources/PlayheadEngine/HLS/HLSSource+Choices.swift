import PlayheadCore
import PlayheadHLS

extension HLSSource {
    /// Runs `work` after the switches of `role` that came before, which are hurried.
    private func enqueue(_ role: Role, _ work: @escaping @Sendable () async throws -> Void) {
        state.withLock { state in
            guard !state.isClosed else { return }
            let previous = state.switching[role]
            previous?.cancel()
            state.switching[role] = Task { [self] in
                await previous?.value
                do {
                    try await work()
                } catch {
                    // Superseded, or closed.
                    if Task.isCancelled || error is CancellationError { return }
                    warn(PlaybackError(cause: error, otherwise: .manifestInvalid, url: url))
                }
            }
        }
    }

    func selectLevel(_ index: Int, playhead: Double) {
        let chooser = state.withLock { state -> LadderChooser? in
            guard state.levels.indices.contains(index) else { return nil }
            state.wantedLevel = index
            return state.chooser
        }
        guard let chooser else { return }
        report(.levelSelected(index))
        guard index > 0 else { return chooser.choose(nil) }
        let rung = index - 1
        enqueue(.main) { [self] in
            let current = state.withLock { $0.main }
            guard current?.rung != rung else { return chooser.choose(rung) }
            let selection = try await chooser.selection(of: rung, leaving: current)
            try Task.checkCancellation()
            chooser.choose(rung)
            change(to: selection)
        }
    }

    /// Goes on with another rung where its first segment after what must not be thrown away begins. Where nothing that is loaded can be thrown
    /// away, the fetching task goes over to it at its next segment.
    private func change(to selection: RenditionSelection) {
        moving.withLock { _ in
            let tracks = state.withLock { $0.mainTracks }
            let reserve = 1.0
            // Rungs of different frame rates have their key frames not exactly at the same times.
            let misalignment = 0.02
            guard let (boundary, generation) = store.cut(tracks, from: store.lastPlayhead + reserve) else { return }
            state.withLock { $0.main = selection }
            let beginning = Beginning(
                selection: selection, time: boundary + 0.01, generation: generation, visibleFrom: boundary - 0.001,
                covers: boundary + misalignment)
            replace(.main, with: makeSession(.main, beginning, tracks: tracks))
        }
    }

    func selectAudioTrack(_ index: Int, playhead: Double) {
        let isNew = state.withLock { state in
            guard state.audioRenditions.indices.contains(index), index != state.wantedAudio else { return false }
            state.wantedAudio = index
            return true
        }
        guard isNew else { return }
        enqueue(.audio) { [self] in
            guard index != state.withLock({ $0.audioIndex }) else { return }
            do {
                try await goOver(toAudio: index)
            } catch {
                let silent = state.withLock { state -> Int? in
                    if state.wantedAudio == index { state.wantedAudio = state.audioIndex }
                    // Where the one before has failed meanwhile, this was the last to be waited for.
                    return state.audioIndex.map(state.failedAudio.contains) == true ? state.sessions[.audio]?.plan.generation : nil
                }
                if let silent, !Task.isCancelled { store.finish([.audio], generation: silent) }
                throw error
            }
        }
    }

    /// Takes the sound from another rendition, from the playhead on.
    private func goOver(toAudio index: Int) async throws {
        let leader = state.withLock { $0.main }
        let selection = try await audioSelection(index, following: leader?.feed)
        try Task.checkCancellation()
        moving.withLock { _ in
            let tracks = state.withLock { state in
                state.audio = selection
                state.audioIndex = index
                state.failedAudio.remove(index)
                state.mainTracks.remove(.audio)
                return state.mainTracks.union([.audio])
            }
            // From now on the sound has a session of its own, also where it came with the picture before.
            store.define(tracks, isMuxed: false)
            let time = store.lastPlayhead
            let beginning = Beginning(selection: selection, time: time, generation: store.restart(.audio), covers: time)
            replace(.audio, with: makeSession(.audio, beginning, tracks: [.audio]))
        }
        report(.audioTrackSelected(index))
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

    /// The sound can't go on: another rendition takes over; where there is none the picture goes on in silence.
    func soundFailed(_ error: PlaybackError, generation: Int) {
        let failed = state.withLock { state -> Int? in
            // While it is opened, opening does the same.
            guard state.isOpen, state.sessions[.audio]?.plan.generation == generation, let index = state.audioIndex else { return nil }
            return state.failedAudio.insert(index).inserted ? index : nil
        }
        guard let failed, store.isCurrent(generation, of: [.audio]) else { return }
        warn(error)
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
            state.withLock { $0.wantedAudio = $0.audioIndex }
            store.finish([.audio], generation: generation)
        }
    }
}
