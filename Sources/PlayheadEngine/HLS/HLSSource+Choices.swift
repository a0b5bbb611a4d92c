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
        guard case .multivariant(let multivariant) = first else { return }
        let rendition = state.withLock { state -> Rendition? in
            guard state.audioRenditions.indices.contains(index), index != state.wantedAudio else { return nil }
            state.wantedAudio = index
            return state.audioRenditions[index]
        }
        guard let rendition else { return }
        enqueue(.audio) { [self] in
            guard index != state.withLock({ $0.audioIndex }) else { return }
            do {
                let leader = state.withLock { $0.main?.feed }
                // Without a URI it is the sound inside the variants.
                var found = leader
                if let uri = rendition.uri {
                    found = try await feed(at: multivariant.url(for: uri), variables: multivariant.variableValues, following: leader)
                }
                guard let feed = found else { return }
                try Task.checkCancellation()
                moving.withLock { _ in
                    let selection = RenditionSelection(feed: feed)
                    let tracks = state.withLock { state in
                        state.audio = selection
                        state.audioIndex = index
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
            } catch {
                state.withLock { state in
                    if state.wantedAudio == index { state.wantedAudio = state.audioIndex }
                }
                throw error
            }
        }
    }
}
