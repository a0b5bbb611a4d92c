import PlayheadCore
import PlayheadHLS

extension HLSSource {
    /// Runs `work` after the switches of `role` that came before, which are hurried.
    func enqueue(_ role: Role, _ work: @escaping @Sendable () async throws -> Void) {
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
}
