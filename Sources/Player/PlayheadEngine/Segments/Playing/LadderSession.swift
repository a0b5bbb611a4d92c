import PlayheadCore

/// The main rendition of a presentation: its position on the ladder, and the session that loads it.
final class LadderSession: Sendable {
    private struct State {
        /// The level that the app selected last, which may not be loaded yet.
        var level = 0
        var selection: RenditionSelection?
        /// The tracks that are loaded from the main rendition.
        var tracks: Set<TrackKind> = []
        var session: RenditionSession?
        /// The selection that replaces what the session loads, if the session ends before it switches to it.
        var pending: RenditionSelection?
    }

    /// The levels as listed in events; the first is automatic.
    let levels: [QualityLevel]
    /// The chooser of rungs; `nil` if there is only one rendition.
    let chooser: LadderChooser?
    private let url: String
    private let presentation: any MediaPresentation
    private let sessions: SessionRegistry
    private let factory: SessionFactory
    private let report: @Sendable (EngineReport) -> Void
    private let switches: SwitchQueue
    private let state: Locked<State>

    private var store: PacketStore { factory.store }

    /// - Parameters:
    ///   - url: The URL of the presentation, for errors.
    ///   - presentation: The presentation, whose ladder is used.
    ///   - preferences: The initial level, the limits of levels, and the policy.
    ///   - sessions: The registry for the sessions of the main rendition.
    ///   - factory: Creates the sessions.
    ///   - report: Called with each selected level.
    init(
        url: String, presentation: any MediaPresentation, preferences: SourcePreferences, sessions: SessionRegistry,
        factory: SessionFactory, report: @escaping @Sendable (EngineReport) -> Void
    ) {
        self.url = url
        self.presentation = presentation
        self.sessions = sessions
        self.factory = factory
        self.report = report
        let ladder = presentation.ladder
        levels = ladder?.levels ?? [.automatic]
        let rung = (preferences.similarLevel.map(levels.nearest) ?? preferences.level).saturatingSubtracting(1)
        let manual = ladder?.rungs.indices.contains(rung) == true ? rung : nil
        chooser = ladder.map { ladder in
            LadderChooser(
                ladder: ladder, manual: manual, limits: preferences.limits, policy: preferences.makePolicy(preferences.memory),
                renditions: presentation, pathways: presentation.pathways, store: factory.store, clock: factory.resources.clock,
                start: factory.resources.start, warn: factory.warn, onAttempt: preferences.onLevelAttempt)
        }
        switches = SwitchQueue { [warn = factory.warn] in warn(PlaybackError(cause: $0, otherwise: .manifestInvalid, url: url)) }
        state = Locked(State(level: manual.map { $0 + 1 } ?? 0))
    }

    var selection: RenditionSelection? { state.withLock { $0.selection } }
    var tracks: Set<TrackKind> { state.withLock { $0.tracks } }
    /// The generation of the session.
    var generation: Int? { state.withLock { $0.session?.plan.generation } }
    /// The level that the app selected last.
    var level: Int { state.withLock { $0.level } }

    // MARK: Opening

    /// Selects the first rendition. `prepare` is called before its manifest is loaded, with the expected position and URL.
    /// - Throws: `PlaybackError` if all of them fail.
    func open(_ prepare: (_ position: LadderPosition, _ url: String) -> Void) async throws -> RenditionSelection {
        var selection: RenditionSelection
        if let chooser {
            guard !chooser.ladder.rungs.isEmpty else { throw PlaybackError(.manifestEmpty, url: url) }
            let rung = chooser.firstRung()
            if let expected = chooser.candidates(from: rung).first { prepare(expected, chooser.place(at: expected).url) }
            selection = try await chooser.available(from: rung, leaving: nil, because: .start)
            if let lower = chooser.firstRung(insteadOf: selection) {
                selection = (try? await chooser.available(from: lower, leaving: selection, because: .throughput)) ?? selection
                try Task.checkCancellation()
            }
        } else {
            selection = RenditionSelection(rendition: try await presentation.onlyRendition())
        }
        state.withLock { use(selection, &$0) }
        return selection
    }

    /// Starts the first session, which loads from `time` (seconds) on; it replaces one that was begun before.
    /// - Throws: `CancellationError` if the presentation was closed.
    func begin(
        _ tracks: Set<TrackKind>, at time: Double, generation: Int, covers: Double?, headStart: HeadStart,
        onFirstPicture: FirstPictureHandler?
    ) throws -> RenditionSession {
        let change = state.withLock { state -> (session: RenditionSession, old: RenditionSession?)? in
            guard let selection = state.selection else { return nil }
            var plan = plan(selection, from: time, tracks: tracks, generation: generation, covers: covers)
            plan.onFirstPicture = onFirstPicture
            let session = makeSession(plan, headStart: headStart)
            defer { state.session = session }
            return (session, state.session)
        }
        sessions.end(change?.old)
        guard let change, sessions.start(change.session) else { throw CancellationError() }
        return change.session
    }

    /// Sets the tracks that the first session found, to be loaded from the main rendition.
    func setTracks(_ tracks: Set<TrackKind>) { state.withLock { $0.tracks = tracks } }

    // MARK: Changes

    /// Loads from `time` (seconds) on for a new generation.
    func restart(at time: Double, generation: Int, headStart: HeadStart) {
        replaceSession(headStart) { state in
            guard let selection = state.selection else { return nil }
            return plan(selection, from: time, tracks: state.tracks, generation: generation, covers: time)
        }
    }

    /// Whether a sound is that of the main rendition: at the URL of a rung, or, without a URL, inside it.
    func hasSound(at url: String?) -> Bool {
        guard let url else { return true }
        return chooser?.ladder.rungs.contains { $0.places.contains { $0.url == url } } == true
    }

    /// Creates a session that loads the sound of the main rendition again, from `time` (seconds) on; ``moveAudio(to:if:)`` makes it the session
    /// of the main rendition.
    func soundSession(
        _ selection: RenditionSelection, at time: Double, generation: Int, onSelect: @escaping @Sendable (RenditionSelection) -> Void,
        onFailure: @escaping @Sendable (PlaybackError) -> Void
    ) -> RenditionSession {
        makeSession(
            plan(selection, from: time, tracks: [.audio], generation: generation, covers: time), onSelect: onSelect, onFailure: onFailure)
    }

    /// Stops loading the sound from the main rendition if `takeOver` succeeds, because the session of `staged` loads it from then on, which
    /// becomes that of the main rendition if the sound is its own. `takeOver` is called while the main rendition cannot change.
    /// - Returns: The sessions of the main rendition that are replaced; `nil` if `takeOver` did not succeed.
    func moveAudio(to staged: AudioSwitcher.Staged, if takeOver: () -> Bool) -> [RenditionSession]? {
        state.withLock { state in
            guard takeOver() else { return nil }
            guard staged.isMain else {
                state.tracks.remove(.audio)
                return []
            }
            let old = state.session
            state.session = staged.session
            state.tracks.insert(.audio)
            use(staged.selection, &state)
            return [old].compactMap(\.self)
        }
    }

    /// Selects level `index`; 0 leaves the choice to the policy. If separate sound is all that is played, no other level can be selected.
    func selectLevel(_ index: Int) {
        guard let chooser, levels.indices.contains(index) else { return }
        let played = store.tracks
        guard index == 0 || played.isEmpty || !played.isDisjoint(with: tracks) else {
            return factory.warn(PlaybackError(.invalidIndex, url: url, underlying: "Level \(index) does not have the selected sound."))
        }
        let isOpen = state.withLock { state in
            guard state.selection != nil else { return false }
            state.level = index
            state.pending = nil
            return true
        }
        guard isOpen else { return }
        report(.levelSelected(index))
        guard index > 0 else { return chooser.choose(nil) }
        let rung = index - 1
        switches.run { [self] in
            let current = selection
            guard current?.rung != rung else { return chooser.choose(rung) }
            let selection = try await chooser.selection(of: rung, leaving: current, because: .manual)
            try Task.checkCancellation()
            chooser.choose(rung)
            change(to: selection)
        }
    }

    /// Continues with a rung of smaller pictures than those of `level`, which the machine cannot decode in time, unless the app selected the
    /// level. What is loaded is replaced.
    /// - Returns: Whether there is such a rung.
    func limitDecoding(below level: QualityLevel) -> Bool {
        guard let chooser, self.level == 0, let rung = chooser.limitDecoding(below: level.index - 1) else { return false }
        switches.run { [self] in
            let current = selection
            let selection = try await chooser.selection(
                of: min(rung, current?.rung ?? rung), leaving: current, because: .decoding)
            try Task.checkCancellation()
            change(to: selection)
        }
        return true
    }

    /// Continues with another rung at its first segment after the packets that must be kept. If no loaded packet can be dropped, the
    /// fetching task switches at its next segment, or the packets are replaced once it has loaded its last segment.
    private func change(to selection: RenditionSelection) {
        let reserve = 1.0
        // The key frames of rungs with different frame rates are not aligned exactly.
        let misalignment = 0.025
        replaceSession { state in
            guard let (boundary, generation) = store.cut(state.tracks, from: store.lastPlayhead + reserve) else {
                state.pending = selection
                return nil
            }
            use(selection, &state)
            var plan = plan(
                selection, from: boundary + 0.01, tracks: state.tracks, generation: generation, covers: boundary + misalignment)
            let leading: TrackKind = state.tracks.contains(.video) ? .video : .audio
            let shown = store.last(leading, generation: generation)?.start ?? -.infinity
            plan.visibleFrom = max(boundary - misalignment, shown + 0.000_5)
            return plan
        }
    }

    /// Replaces the session by one with the plan that `makePlan` returns, if any.
    private func replaceSession(_ headStart: HeadStart? = nil, _ makePlan: (inout State) -> RenditionSession.Plan?) {
        let change = state.withLock { state -> (session: RenditionSession, old: RenditionSession?)? in
            guard let session = makePlan(&state).map({ makeSession($0, headStart: headStart) }) else { return nil }
            defer { state.session = session }
            return (session, state.session)
        }
        if let change { sessions.replace(change.old, with: change.session) } else { headStart?.end() }
    }

    private func plan(
        _ selection: RenditionSelection, from time: Double, tracks: Set<TrackKind>, generation: Int, covers: Double?
    ) -> RenditionSession.Plan {
        RenditionSession.Plan(selection, from: time, tracks: tracks, generation: generation, covers: covers, isLeading: true)
    }

    private func makeSession(
        _ plan: RenditionSession.Plan, headStart: HeadStart? = nil,
        onSelect: @escaping @Sendable (RenditionSelection) -> Void = { _ in }, onFailure: (@Sendable (PlaybackError) -> Void)? = nil
    ) -> RenditionSession {
        factory.session(
            plan, chooser: chooser ?? factory.fixedChooser(), headStart: headStart,
            onSelect: { [weak self] in
                onSelect($0)
                self?.selected($0, generation: plan.generation)
            },
            onEnd: { [weak self] in self?.ended(generation: plan.generation) },
            onFailure: onFailure ?? { [store] in store.fail($0, of: plan.tracks, generation: plan.generation) })
    }

    /// Replaces what a session has loaded if it ended before it could switch to another rung.
    private func ended(generation: Int) {
        let pending = state.withLock { $0.session?.plan.generation == generation ? $0.pending : nil }
        if let pending { change(to: pending) }
    }

    /// Records that a session switched to another rung.
    private func selected(_ selection: RenditionSelection, generation: Int) {
        state.withLock { state in
            guard state.session?.plan.generation == generation else { return }
            use(selection, &state)
        }
    }

    private func use(_ selection: RenditionSelection, _ state: inout State) {
        state.selection = selection
        state.pending = nil
        presentation.follow(selection.rendition)
    }

    // MARK: Closing

    /// Cancels pending switches of the level.
    func cancelSwitches() { switches.cancel() }
    /// Waits for the end of pending switches of the level.
    func join() async { await switches.join() }
}
