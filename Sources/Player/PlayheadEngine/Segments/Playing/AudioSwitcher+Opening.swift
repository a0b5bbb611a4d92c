import PlayheadCore
import PlayheadFFmpeg

/// Opening of the first audio rendition.
extension AudioSwitcher {
    /// Loads the manifest of the rendition that is probably selected, at the same time as that of the main rendition.
    /// Sound in the main rendition, at `main`, is not loaded separately.
    func prepare(_ options: [AudioOption], beside main: String) {
        guard let location = preferred(in: options).flatMap({ options[$0].url }), location != main else { return }
        let task = Task { [presentation] in _ = try await presentation.rendition(at: location, following: nil) }
        state.withLock { $0.prepared = (location, task) }
    }

    /// Ends the preparation: a load of another manifest than that at `location` is cancelled.
    /// - Returns: The load of the manifest at `location`, if it was prepared.
    func takePrepared(_ location: String) -> Task<Void, any Error>? {
        let prepared = state.withLock { state in
            defer { state.prepared = nil }
            return state.prepared
        }
        guard let prepared, prepared.location != location else { return prepared?.task }
        prepared.task.cancel()
        return nil
    }

    private func preferred(in options: [AudioOption]) -> Int? {
        preference.track(of: Self.tracks(options)) ?? options.firstIndex { $0.isDefault } ?? options.firstIndex { $0.isAutoselect }
            ?? options.indices.first
    }

    /// Selects the first available rendition, starting with the preferred one; if there is none, the picture plays alone.
    /// - Throws: `CancellationError` if the presentation was closed.
    func open(_ options: [AudioOption], beside main: RenditionSelection) async throws {
        state.withLock { $0.options = options }
        try await open(preferred(in: options), beside: main)
    }

    /// Selects the first available rendition among `index` and its substitutes. With `separately` the sound of the main rendition has a
    /// session of its own, because that of the main rendition does not load it.
    private func open(_ index: Int?, beside main: RenditionSelection, separately: Bool = false) async throws {
        var selection: RenditionSelection?
        var opened = index
        if let index {
            for candidate in [index] + substitutes(for: index) {
                // If there is no URL, or the URL of the variant itself, the sound is in the segments of the picture.
                let location = state.withLock { $0.option(candidate)?.url }
                guard separately || location != nil && location != main.rendition.url else {
                    opened = candidate
                    break
                }
                do {
                    selection = try await self.selection(of: candidate, following: main.rendition)
                    opened = candidate
                    break
                } catch {
                    try noteUnavailable(candidate, error)
                }
            }
        }
        let (found, number) = (selection, opened)
        state.withLock { state in
            state.selection = found
            state.index = number
            state.chosen = number
        }
    }

    /// Records and reports a rendition that is unavailable.
    private func noteUnavailable(_ index: Int, _ error: any Error) throws {
        if error is CancellationError || Task.isCancelled || sessions.isClosed { throw CancellationError() }
        state.withLock { _ = $0.failed.insert(index) }
        factory.warn(PlaybackError(cause: error, otherwise: .manifestInvalid, url: url))
    }

    /// Whether a rendition separate from the picture is loaded.
    var isSeparate: Bool { state.withLock { $0.selection } != nil }

    /// Whether the selected sound is that of the main rendition.
    var isInside: Bool { state.withLock { state in state.selection == nil && state.index.map(state.failed.contains) == false } }

    /// The start of the selected rendition, in seconds; `nil` without one.
    var beginning: Double? { state.withLock { $0.selection }?.rendition.beginning }

    /// The end of the selected rendition, in seconds; `nil` without one.
    var ending: Double? { state.withLock { $0.selection }?.rendition.end }

    /// Returns the streams that the first session or the session of a substitute found; `nil` if there is no substitute, or if it is the
    /// sound of a main rendition without pictures. `begin` starts a session of the substitute that was selected.
    func opened(
        beside main: RenditionSelection, hasPictures: Bool, _ begin: () throws -> Void
    ) async throws -> RenditionSession.Opened? {
        while let session = state.withLock({ $0.session }) {
            do {
                return try await session.opened()
            } catch {
                guard let index = state.withLock({ $0.index }) else { throw error }
                try noteUnavailable(index, error)
                try await open(substitutes(for: index).first, beside: main, separately: hasPictures)
                try begin()
            }
        }
        return nil
    }

    /// Ends opening: from now on failures are handled by ``failed(_:generation:)``, including a failure during opening.
    func finishOpening() {
        let session = state.withLock { state in
            state.isOpen = true
            return state.session
        }
        if let session, let error = session.failure { failed(error, generation: session.plan.generation) }
    }

    /// Offers the sounds inside the main rendition, of which `current` is played, if there are several and no renditions.
    func offer(_ sounds: [StreamInfo], current: StreamInfo?) {
        state.withLock { state in
            guard state.options.isEmpty, sounds.count > 1 else { return }
            state.options = sounds.enumerated().map { index, stream in
                AudioOption(
                    name: stream.title ?? stream.language ?? "Audio \(index + 1)", language: stream.language, isDefault: stream === current,
                    soundIndex: index)
            }
            state.index = sounds.firstIndex { $0 === current }
            state.chosen = state.index
        }
    }

    /// Returns the renditions as tracks that can be selected. If there are no renditions, `language` is that of the sound in the segments
    /// of the picture.
    func tracks(orLanguage language: String?) -> [MediaTrack] {
        let options = state.withLock { $0.options }
        guard options.isEmpty else { return Self.tracks(options) }
        return [MediaTrack(index: 0, name: language ?? "Audio", language: language, isDefault: true)]
    }

    private static func tracks(_ options: [AudioOption]) -> [MediaTrack] {
        options.enumerated().map { index, option in
            MediaTrack(index: index, name: option.name, language: option.language, isDefault: option.isDefault)
        }
    }
}
