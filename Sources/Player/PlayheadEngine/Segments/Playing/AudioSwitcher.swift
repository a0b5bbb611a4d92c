import PlayheadCore

/// The sound of a presentation with alternate audio: the current rendition, the one that is loaded to replace it, and those that failed.
final class AudioSwitcher: Sendable {
    /// A rendition that is loaded while another one is played.
    struct Staged {
        var index: Int
        var selection: RenditionSelection
        var session: RenditionSession
        /// Whether the sound is that of the main rendition, which loads it itself from the change on.
        var isMain: Bool { selection.position != nil }
    }

    struct State {
        /// The renditions that belong to the main rendition.
        var options: [AudioOption] = []
        /// The current rendition.
        var index: Int?
        /// The selection of the current rendition; `nil` for sound inside the main rendition.
        var selection: RenditionSelection?
        var session: RenditionSession?
        var staged: Staged?
        /// The rendition that was selected last, which may not be loaded yet.
        var chosen: Int?
        /// The renditions that failed recently.
        var failed: Set<Int> = []
        /// The load of a manifest that began before its rendition was selected.
        var prepared: (location: String, task: Task<Void, any Error>)?
        /// Whether the first sessions are open.
        var isOpen = false

        func option(_ index: Int) -> AudioOption? { options.indices.contains(index) ? options[index] : nil }
    }

    let url: String
    let presentation: any MediaPresentation
    let preference: AudioPreference
    let ladder: LadderSession
    let sessions: SessionRegistry
    let factory: SessionFactory
    let switches: SwitchQueue
    let state = Locked(State())
    private let report: @Sendable (EngineReport) -> Void

    var store: PacketStore { factory.store }

    /// - Parameters:
    ///   - url: The URL of the presentation, for errors.
    ///   - presentation: The presentation with the alternate audio.
    ///   - preference: The sound to start with.
    ///   - ladder: The main rendition, whose timeline the sound uses.
    ///   - sessions: The registry for the sessions of the sound.
    ///   - factory: Creates the sessions.
    ///   - report: Called with each new current rendition.
    init(
        url: String, presentation: any MediaPresentation, preference: AudioPreference, ladder: LadderSession, sessions: SessionRegistry,
        factory: SessionFactory, report: @escaping @Sendable (EngineReport) -> Void
    ) {
        self.url = url
        self.presentation = presentation
        self.preference = preference
        self.ladder = ladder
        self.sessions = sessions
        self.factory = factory
        self.report = report
        switches = SwitchQueue { [warn = factory.warn] in warn(PlaybackError(cause: $0, otherwise: .manifestInvalid, url: url)) }
    }

    // MARK: Choosing

    /// Loads rendition `index` beside the current one.
    func select(_ index: Int) {
        let isNew = state.withLock { state in
            guard state.options.indices.contains(index), index != state.chosen else { return false }
            state.chosen = index
            return true
        }
        guard isNew else { return }
        switches.run { [self] in
            // A current rendition that has failed is loaded again.
            if state.withLock({ $0.index == index && !$0.failed.contains(index) }) { return dropStaged() }
            do {
                try await load(index)
            } catch {
                let silent = state.withLock { state -> Int? in
                    if state.chosen == index { state.chosen = state.staged?.index ?? state.index }
                    // If the current rendition has failed meanwhile, and none is staged, this was its last replacement.
                    return state.staged == nil && state.index.map(state.failed.contains) == true ? generation(state) : nil
                }
                if let silent, !Task.isCancelled {
                    end(silent, after: PlaybackError(cause: error, otherwise: .manifestInvalid, url: url))
                }
                throw error
            }
        }
    }

    /// Loads another rendition from the playhead on and switches to it once it is loaded.
    func load(_ index: Int) async throws {
        let selection = try await selection(of: index, following: ladder.selection?.rendition)
        try Task.checkCancellation()
        stage(index, selection, at: store.lastPlayhead)
    }

    /// Whether a session of the main rendition can load a sound: its own, if nothing else is played.
    private func isMain(_ option: AudioOption?) -> Bool {
        guard let option, isOnlyTrack, option.soundIndex == nil else { return false }
        return ladder.hasSound(at: option.url)
    }

    /// Returns the selection of a rendition; without a URL, of the sound inside the main rendition.
    func selection(of index: Int, following leader: (any MediaRendition)?) async throws -> RenditionSelection {
        guard let option = state.withLock({ $0.option(index) }) else { throw PlaybackError(.invalidIndex, url: url) }
        if isMain(option), let selection = ladder.selection { return selection }
        if let location = option.url {
            try await takePrepared(location)?.value
            return RenditionSelection(rendition: try await presentation.rendition(at: location, following: leader))
        }
        guard let leader else { throw PlaybackError(.invalidIndex, url: url) }
        return RenditionSelection(rendition: leader)
    }

    /// Loads rendition `index` beside the current one. If `generation` is stated, only while that generation is still staged.
    private func stage(_ index: Int, _ selection: RenditionSelection, at time: Double, insteadOf generation: Int? = nil) {
        let change = state.withLock { state -> (session: RenditionSession, old: RenditionSession?)? in
            let old = state.staged?.session
            if let generation, old?.plan.generation != generation { return nil }
            let staged = store.stage(.audio)
            let session =
                selection.position != nil
                ? ladder.soundSession(
                    selection, at: time, generation: staged, onSelect: { [weak self] in self?.selected($0, generation: staged) },
                    onFailure: { [weak self] in self?.failed($0, generation: staged) })
                : makeSession(selection, state.option(index)?.soundIndex, at: time, generation: staged, covers: time)
            state.staged = Staged(index: index, selection: selection, session: session)
            return (session, old)
        }
        if let change { sessions.replace(change.old, with: change.session) }
    }

    /// Drops the staged rendition, because the current one was selected again.
    private func dropStaged() {
        let old = state.withLock { state in
            defer { state.staged = nil }
            return state.staged?.session
        }
        sessions.end(old)
        if let old { store.unstage(old.plan.generation) }
    }

    /// Loads the staged rendition from `time` (seconds), the new position of the playhead.
    func playheadMoved(to time: Double) {
        guard let staged = state.withLock({ $0.staged }) else { return }
        stage(staged.index, staged.selection, at: time, insteadOf: staged.session.plan.generation)
    }

    /// Switches to the staged rendition if enough of it is in the store; see `PacketStore.takeOver`.
    func takeOver(at time: Double, amount: Double, isUrgent: Bool) -> Bool {
        let change = state.withLock { state in
            takeStaged(&state) { store.takeOver(.audio, at: time, amount: amount, isUrgent: isUrgent) }
        }
        guard let change else { return false }
        for session in change.old { sessions.end(session) }
        report(.audioTrackSelected(change.index))
        return true
    }

    /// Makes the staged rendition the current one if `takeOver` succeeds; called with the lock held.
    /// - Returns: The index of the rendition, and the sessions that it replaces.
    private func takeStaged(_ state: inout State, if takeOver: () -> Bool) -> (index: Int, old: [RenditionSession])? {
        // A rendition that has just failed or was dropped may still be in the store, but nobody would complete it.
        guard let staged = state.staged, let main = ladder.moveAudio(to: staged, if: takeOver) else { return nil }
        let old = main + [state.session].compactMap(\.self)
        state.staged = nil
        state.selection = staged.isMain ? nil : staged.selection
        state.session = staged.isMain ? nil : staged.session
        state.index = staged.index
        state.failed.remove(staged.index)
        return (staged.index, old)
    }

    // MARK: Seeking

    /// Switches to the staged rendition after the store was emptied, because no sound has to continue until it is loaded.
    /// - Returns: The index of the rendition, to be reported with ``reportSelection(_:)``; `nil` if none was staged.
    func takeOverForSeek() -> Int? {
        let change = state.withLock { state -> (index: Int, old: [RenditionSession])? in
            // Renditions that failed may be available at another position.
            state.failed = []
            guard let generation = state.staged?.session.plan.generation else { return nil }
            if store.stagedGeneration(of: .audio) == generation { store.unstage(generation) }
            return takeStaged(&state) { true }
        }
        guard let change else { return nil }
        for session in change.old { sessions.end(session) }
        store.define(ladder.tracks.intersection(store.tracks).union([.audio]), isMuxed: false)
        return change.index
    }

    /// Loads the current rendition from `time` (seconds) on for a new generation.
    func restart(at time: Double, generation: Int, headStart: HeadStart) {
        _ = replaceSession(at: time, generation: generation, covers: time, headStart: headStart)
    }

    /// The generation of the session that loads the current rendition, which may be that of the main rendition; called with the lock held.
    func generation(_ state: State) -> Int? { state.session?.plan.generation ?? ladder.generation }

    /// Reports the current rendition.
    func reportSelection(_ index: Int) { report(.audioTrackSelected(index)) }

    /// Replaces the session by a new one for the current rendition.
    /// - Returns: False if the presentation was closed.
    func replaceSession(at time: Double, generation: Int, covers: Double?, headStart: HeadStart) -> Bool {
        let (session, old) = state.withLock { state in
            let soundIndex = state.index.flatMap { state.option($0)?.soundIndex }
            let session = state.selection.map {
                makeSession($0, soundIndex, at: time, generation: generation, covers: covers, headStart: headStart)
            }
            defer { state.session = session }
            return (session, state.session)
        }
        sessions.end(old)
        return session.map { sessions.start($0) } ?? !sessions.isClosed
    }

    // MARK: Sessions

    private func makeSession(
        _ selection: RenditionSelection, _ soundIndex: Int?, at time: Double, generation: Int, covers: Double?, headStart: HeadStart? = nil
    ) -> RenditionSession {
        var plan = RenditionSession.Plan(
            selection, from: time, tracks: [.audio], generation: generation, covers: covers, isLeading: false)
        plan.soundIndex = soundIndex
        let (fixed, clock) = (factory.fixedChooser(), factory.resources.clock)
        var chooser: any RenditionChooser =
            presentation.pathways.map {
                PathwayAudioChooser(fixed: fixed, pathways: $0, renditions: presentation, clock: clock, warn: factory.warn)
            } ?? fixed
        if !presentation.audioRates(sameAs: selection.rendition.url).isEmpty {
            chooser = AudioRateChooser(
                chooser, presentation: presentation, clock: clock,
                throughput: { [weak chooser = ladder.chooser] in chooser?.expectedThroughput }, warn: factory.warn)
        }
        // The timeout for sound is shorter than that for pictures.
        let timeout = 6.0
        return factory.session(
            plan, chooser: chooser, timeout: timeout, headStart: headStart,
            onSelect: { [weak self] in self?.selected($0, generation: generation) },
            onFailure: { [weak self] in self?.failed($0, generation: generation) })
    }

    /// Records that a session switched to another place.
    private func selected(_ selection: RenditionSelection, generation: Int) {
        state.withLock { state in
            if state.staged?.session.plan.generation == generation { state.staged?.selection = selection }
            if state.session?.plan.generation == generation { state.selection = selection }
        }
    }

    // MARK: Closing

    /// Cancels pending switches of the rendition.
    func cancelSwitches() {
        switches.cancel()
        state.withLock { $0.prepared }?.task.cancel()
    }
    /// Waits for the end of pending switches of the rendition.
    func join() async { await switches.join() }
}
