import PlayheadAdaptive
import PlayheadCore
import PlayheadTransport

/// Selects the rungs of the main rendition: by the throughput, as the app requests, and away from places that fail.
final class LadderChooser: RenditionChooser {
    struct State {
        var ladder: Ladder
        /// The preferred pathway, if there are several.
        var pathway: String?
        var policy: any RungPolicy
        /// The rung that the app chose; `nil` if the policy chooses.
        var manual: Int?
        /// The highest rung within the limits that the app set.
        var highest: Int
        /// The highest rung that the machine can decode.
        var decodable = DecodingLimit()
        /// The order in which the places of each rung are tried.
        var order: [[Int]]
        /// The time from which each position that failed may be used again, in seconds of the clock.
        var excluded: [LadderPosition: Double] = [:]
        var skipped = 0
        /// The rung of the last segment that was loaded completely.
        var lastRung: Int?
        var hasLoaded = false
        var tries: (cursor: SegmentCursor, count: Int)?
        var rate = 1.0

        /// The highest rung that the policy may choose at `now`, in seconds.
        func highest(at now: Double) -> Int { min(highest, decodable.highest(at: now) ?? highest) }
    }

    /// The duration of a segment before any is known, in seconds (HLS authoring specification, 7.5).
    static let usualDuration = 6.0

    let store: PacketStore
    let clock: any PlaybackClock
    let failures: SegmentFailurePolicy
    let warn: @Sendable (PlaybackError) -> Void
    private let onAttempt: @Sendable (LevelAttempt) -> Void
    let state: Locked<State>
    private let levels: [QualityLevel]
    private let renditions: any RenditionLoader
    private let pathways: (any Pathways)?
    private let start: StartMeasurements

    /// - Parameters:
    ///   - ladder: The ladder of the presentation.
    ///   - manual: The rung that the app chose; `nil` leaves the choice to the policy.
    ///   - limits: The limits of the policy's choice.
    ///   - policy: The policy that selects rungs.
    ///   - renditions: Loads the renditions of the rungs.
    ///   - pathways: Receives the places that fail.
    ///   - store: The store, for the playhead and the limits of the buffer.
    ///   - clock: The clock of penalties and retries.
    ///   - start: The throughput of the playlists.
    ///   - failures: The policy for segments that fail.
    ///   - warn: Called for each failure.
    ///   - onAttempt: Called for each attempt to load another rung, before its manifest is requested.
    init(
        ladder: Ladder, manual: Int?, limits: QualityLimits, policy: any RungPolicy, renditions: any RenditionLoader,
        pathways: (any Pathways)?, store: PacketStore, clock: any PlaybackClock, start: StartMeasurements,
        failures: SegmentFailurePolicy = SegmentFailurePolicy(), warn: @escaping @Sendable (PlaybackError) -> Void,
        onAttempt: @escaping @Sendable (LevelAttempt) -> Void = { _ in }
    ) {
        levels = ladder.levels
        self.renditions = renditions
        self.pathways = pathways
        self.store = store
        self.clock = clock
        self.start = start
        self.failures = failures
        self.warn = warn
        self.onAttempt = onAttempt
        state = Locked(
            State(
                ladder: ladder, policy: policy, manual: manual, highest: ladder.highest(within: limits),
                order: ladder.rungs.map { Array($0.places.indices) }))
        if let pathway = pathways?.preferred { steer(to: pathway, of: ladder) }
        pathways?.onChange { [weak self] pathway, ladder in self?.steer(to: pathway, of: ladder) }
    }

    /// The rungs; places may be added to them.
    var ladder: Ladder { state.withLock { $0.ladder } }

    // MARK: Requests of the app

    /// Stays on a rung; `nil` leaves the choice to the policy.
    func choose(_ rung: Int?) { state.withLock { $0.manual = rung } }

    /// Changes the limits of the policy's choice.
    func limit(to limits: QualityLimits) { state.withLock { $0.highest = $0.ladder.highest(within: limits) } }

    /// Limits the selection to rungs with smaller pictures than those of `rung`, for the duration of a ``DecodingLimit``.
    /// - Returns: The highest rung within the limit, or `nil` if no rung has smaller pictures; then the selection is not limited.
    func limitDecoding(below rung: Int) -> Int? {
        state.withLock { state in
            guard let lower = state.ladder.rung(smallerThan: rung) else { return nil }
            state.decodable.limit(to: lower, at: clock.now)
            return lower
        }
    }

    /// Switches to a pathway at the next segment, if the pathway has the rung and has not failed recently. `ladder` is the same ladder with
    /// all known places.
    private func steer(to pathway: String, of ladder: Ladder) {
        state.withLock { state in
            if state.ladder.isExtended(by: ladder) { state.ladder = ladder }
            state.pathway = pathway
            state.order = state.ladder.rungs.map { $0.order(preferring: pathway) }
        }
    }

    /// Sets the playback rate.
    func setRate(_ rate: Double) { state.withLock { $0.rate = rate } }

    /// The throughput measurements to keep for the next playback.
    var memory: ThroughputMemory? { state.withLock { $0.policy.memory } }

    /// The expected throughput in bits per second; `nil` before any measurement.
    var expectedThroughput: Double? { state.withLock { $0.policy.expectedThroughput } }

    /// Returns the lowest and the highest peak bit rate of the ladder, in bits per second.
    func bitrates(insteadOf current: RenditionSelection) -> ClosedRange<Double>? {
        let rates = levels.compactMap(\.bitrate).map(Double.init)
        guard let lowest = rates.min(), let highest = rates.max() else { return nil }
        return lowest...highest
    }

    // MARK: Choosing

    /// Whether the first rung is the choice of the app, or follows from measurements of segments.
    private var isFirstRungKnown: Bool { state.withLock { $0.manual != nil || $0.policy.expectedThroughput != nil } }

    /// Selects the first rung.
    func firstRung() -> Int {
        isFirstRungKnown ? decide(FetchPlace(cursor: SegmentCursor(sequence: 0), selection: nil)) : unmeasuredRung()
    }

    /// Returns the rung to start with instead of `selection`, whose playlist arrived slowly; `nil` to stay.
    func firstRung(insteadOf selection: RenditionSelection) -> Int? {
        guard let current = selection.rung, !isFirstRungKnown, case let rung = unmeasuredRung(), rung < current else { return nil }
        return rung
    }

    private func unmeasuredRung() -> Int {
        let rung = AdaptivePolicy.startRung(of: ladder.rungs.map(\.bitrate), after: start.estimate)
        return min(rung, state.withLock { $0.highest(at: clock.now) })
    }

    func selection(at cursor: SegmentCursor, of current: RenditionSelection) async -> RenditionSelection {
        let wanted = decide(FetchPlace(cursor: cursor, selection: current))
        guard wanted != current.rung || isExcluded(current) || isOffPathway(current) else { return current }
        let isManual = state.withLock { $0.manual != nil }
        let reason: LevelChangeReason = wanted == current.rung ? .failure : isManual ? .manual : .throughput
        return (try? await available(from: wanted, leaving: current, because: reason)) ?? current
    }

    /// Selects `rung` as the app requests.
    /// - Throws: The error of the first place if all of them fail.
    func selection(
        of rung: Int, leaving current: RenditionSelection?, because reason: LevelChangeReason
    ) async throws -> RenditionSelection {
        var failure: (any Error)?
        for candidate in candidates(from: rung) where candidate.rung == rung {
            do { return try await select(candidate, leaving: current, because: reason) } catch { failure = failure ?? error }
        }
        throw failure ?? PlaybackError(.manifestEmpty)
    }

    private func decide(_ place: FetchPlace) -> Int {
        let situation = situation(at: place)
        return state.withLock { state in
            if let manual = state.manual { return manual }
            return min(max(0, state.policy.choose(for: situation).rung), state.ladder.rungs.count - 1)
        }
    }

    /// Whether `selection` belongs to another pathway than the preferred one, and the preferred pathway has the rung.
    private func isOffPathway(_ selection: RenditionSelection) -> Bool {
        let now = clock.now
        guard let position = selection.position else { return false }
        return state.withLock { state in
            guard let pathway = state.pathway, case let rung = state.ladder.rungs[position.rung],
                !rung.isPlace(position.place, in: pathway)
            else { return false }
            return rung.places.indices.contains { index in
                rung.isPlace(index, in: pathway)
                    && state.excluded[LadderPosition(rung: position.rung, place: index)] ?? -.infinity <= now
            }
        }
    }

    // MARK: Candidates

    /// The candidates in order of preference: places of the wanted rung, of those below, of those above; without recently failed places. There
    /// is no candidate if many places have failed, because the others are likely to fail too.
    func candidates(from rung: Int) -> [LadderPosition] {
        let now = clock.now
        return state.withLock { state in
            state.excluded = state.excluded.filter { $0.value > now }
            let rest = max(0, SegmentFailurePolicy.maximumFailedPlaces - state.excluded.count)
            let rungs = [rung] + (0..<rung).reversed() + state.ladder.rungs.indices.dropFirst(rung + 1)
            let places = rungs.flatMap { rung in state.order[rung].map { LadderPosition(rung: rung, place: $0) } }
            return Array(places.filter { state.excluded[$0] == nil }.prefix(rest))
        }
    }

    /// Selects the first candidate that is available; candidates that fail are reported and excluded for a while.
    /// - Throws: The error of the first candidate if all of them fail.
    func available(
        from rung: Int, leaving current: RenditionSelection?, because reason: LevelChangeReason
    ) async throws -> RenditionSelection {
        var failure: (any Error)?
        for candidate in candidates(from: rung) {
            do {
                return try await select(candidate, leaving: current, because: failure == nil ? reason : .failure)
            } catch {
                if error is CancellationError || Task.isCancelled { throw CancellationError() }
                failure = failure ?? error
                exclude(candidate)
                reportFailure(of: candidate)
                warn(PlaybackError(cause: error, otherwise: .manifestInvalid, url: nil).with(severity: .warning))
            }
        }
        throw failure ?? PlaybackError(.manifestEmpty)
    }

    private func select(
        _ position: LadderPosition, leaving current: RenditionSelection?, because reason: LevelChangeReason
    ) async throws -> RenditionSelection {
        if current?.rung != position.rung {
            onAttempt(LevelAttempt(from: current?.level, to: levels[position.rung + 1], reason: reason))
        }
        let rendition = try await renditions.rendition(at: place(at: position).url, following: current?.rendition)
        return RenditionSelection(rendition: rendition, position: position, level: levels[position.rung + 1])
    }

    func place(at position: LadderPosition) -> Ladder.Place { ladder.rungs[position.rung].places[position.place] }

    /// Reports the failure of a position to the pathways.
    func reportFailure(of position: LadderPosition) { pathways?.failed(place(at: position).pathway) }

    /// Excludes a position for a while.
    func exclude(_ position: LadderPosition) {
        let until = clock.now + failures.penalty
        state.withLock { $0.excluded[position] = until }
    }

    private func isExcluded(_ selection: RenditionSelection) -> Bool {
        let now = clock.now
        guard let position = selection.position else { return false }
        return state.withLock { ($0.excluded[position] ?? -.infinity) > now }
    }
}

/// The throughput of the requests before the first segment of a presentation, shared by what loads playlists and what selects the first rung.
final class StartMeasurements: Sendable {
    private let state: Locked<StartEstimate>

    /// Creates measurements that continue an estimate.
    init(_ estimate: StartEstimate = StartEstimate()) { state = Locked(estimate) }

    var estimate: StartEstimate { state.withLock { $0 } }

    func add(_ arrival: BodyArrival?) {
        guard let arrival else { return }
        state.withLock { $0.add(pieces: arrival.chunks, bytes: arrival.bytes, seconds: arrival.seconds) }
    }
}
