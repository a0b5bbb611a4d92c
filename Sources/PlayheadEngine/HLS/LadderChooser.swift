import PlayheadAdaptive
import PlayheadCore
import PlayheadHLS

/// Chooses the rungs of the main rendition: by the network, by hand, and away from what fails.
final class LadderChooser: RenditionChooser {
    /// Where a rung can be had.
    struct Candidate: Sendable, Hashable {
        var rung: Int
        /// Index into the rung's alternatives.
        var alternative: Int
    }

    private struct State {
        var ladder: Ladder
        /// The pathway to play from, where there are several.
        var pathway: String?
        var policy: any RungPolicy
        /// The rung that the app chose, or `nil` where the policy chooses.
        var manual: Int?
        /// No rung above it is chosen by the policy.
        var highest: Int
        /// The hosts in the order in which they are asked, for each rung its alternatives.
        var order: [[Int]]
        /// When each failed candidate may be asked again.
        var excluded: [Candidate: Double] = [:]
        var skipped = 0
        /// The rung of the last segment that came wholly.
        var lastRung: Int?
        var hasLoaded = false
        var tries: (cursor: SegmentCursor, count: Int)?
        var rate = 1.0
    }

    /// What a segment lasts before anything is known of them, in seconds (HLS authoring specification, 7.5).
    private static let usualDuration = 6.0

    /// The rungs; further places may come to them.
    var ladder: Ladder { state.withLock { $0.ladder } }
    private let levels: [QualityLevel]
    private let store: PacketStore
    private let clock: any PlaybackClock
    private let failures: SegmentFailurePolicy
    private let feed: @Sendable (Candidate, RenditionSelection?) async throws -> PlaylistFeed
    private let warn: @Sendable (PlaybackError) -> Void
    private let failed: @Sendable (Variant) -> Void
    private let state: Locked<State>

    /// - Parameters:
    ///   - feed: Gives the feed of a candidate, loaded and on the timeline of the selection that is left, if any.
    ///   - failed: Hears which variant can't be had just now.
    ///   - warn: Hears of what failed.
    init(
        ladder: Ladder, manual: Int?, highest: Int, policy: any RungPolicy, store: PacketStore, clock: any PlaybackClock,
        failures: SegmentFailurePolicy = SegmentFailurePolicy(),
        feed: @escaping @Sendable (Candidate, RenditionSelection?) async throws -> PlaylistFeed,
        failed: @escaping @Sendable (Variant) -> Void = { _ in },
        warn: @escaping @Sendable (PlaybackError) -> Void
    ) {
        self.failed = failed
        levels = ladder.levels
        self.store = store
        self.clock = clock
        self.failures = failures
        self.feed = feed
        self.warn = warn
        state = Locked(
            State(
                ladder: ladder, policy: policy, manual: manual, highest: highest, order: ladder.rungs.map { Array($0.alternatives.indices) }
            ))
    }

    // MARK: What is asked for

    /// Stays on a rung; `nil` leaves the choice to the policy.
    func choose(_ rung: Int?) { state.withLock { $0.manual = rung } }

    /// Chooses no rung above `rung` by itself.
    func cap(_ rung: Int) { state.withLock { $0.highest = rung } }

    /// Goes over to a pathway at the next segment, wherever it has the rung and did not fail lately.
    /// - Parameter ladder: The same ladder, with all places that are known.
    func steer(to pathway: String, of ladder: Ladder) {
        state.withLock { state in
            if state.ladder.isExtended(by: ladder) { state.ladder = ladder }
            state.pathway = pathway
            state.order = state.ladder.rungs.map { $0.order(preferring: pathway) }
        }
    }

    /// Whether `selection` comes from another pathway than is to be played from, which has the rung.
    private func isAstray(_ selection: RenditionSelection) -> Bool {
        let now = clock.now
        guard let candidate = selection.candidate else { return false }
        return state.withLock { state in
            guard let pathway = state.pathway, case let rung = state.ladder.rungs[candidate.rung],
                !rung.isPlace(candidate.alternative, in: pathway)
            else { return false }
            return rung.alternatives.indices.contains { index in
                rung.isPlace(index, in: pathway)
                    && state.excluded[Candidate(rung: candidate.rung, alternative: index)] ?? -.infinity <= now
            }
        }
    }

    /// Says how fast the playhead moves.
    func setRate(_ rate: Double) { state.withLock { $0.rate = rate } }

    /// What the next playback may start with.
    var memory: ThroughputMemory? { state.withLock { $0.policy.memory } }

    /// Bits a second that the network is expected to carry; `nil` before anything was measured.
    var expectedThroughput: Double? { state.withLock { $0.policy.expectedThroughput } }

    // MARK: Choosing

    /// What to begin with.
    /// - Throws: The first candidate's error where none can be had.
    func start() async throws -> RenditionSelection {
        let isKnown = state.withLock { $0.manual != nil || $0.policy.expectedThroughput != nil }
        let wanted = isKnown ? decide(FetchPlace(cursor: SegmentCursor(sequence: 0), selection: nil)) : first()
        return try await available(from: wanted, leaving: nil)
    }

    /// What to begin with on a network of which nothing is known.
    private func first() -> Int {
        let rung = AdaptivePolicy.startRung(of: ladder.rungs.map(\.bitrate))
        return min(rung, state.withLock { $0.highest })
    }

    func selection(at cursor: SegmentCursor, of current: RenditionSelection) async -> RenditionSelection {
        let wanted = decide(FetchPlace(cursor: cursor, selection: current))
        guard wanted != current.rung || isExcluded(current) || isAstray(current) else { return current }
        return (try? await available(from: wanted, leaving: current)) ?? current
    }

    /// The selection of `rung`, for a change by hand.
    /// - Throws: Why it can't be had.
    func selection(of rung: Int, leaving current: RenditionSelection?) async throws -> RenditionSelection {
        var failure: (any Error)?
        for candidate in candidates(from: rung) where candidate.rung == rung {
            do { return try await select(candidate, leaving: current) } catch { failure = failure ?? error }
        }
        throw failure ?? PlaybackError(.manifestEmpty)
    }

    private struct FetchPlace {
        var cursor: SegmentCursor
        var selection: RenditionSelection?
    }

    private func decide(_ place: FetchPlace) -> Int {
        let situation = situation(at: place)
        return state.withLock { state in
            if let manual = state.manual { return manual }
            return min(max(0, state.policy.choose(for: situation).rung), state.ladder.rungs.count - 1)
        }
    }

    /// The candidates from the best to the last resort: hosts of the wanted rung, those of the rungs below, those above; what failed lately is
    /// left out.
    private func candidates(from rung: Int) -> [Candidate] {
        let now = clock.now
        return state.withLock { state in
            state.excluded = state.excluded.filter { $0.value > now }
            let rungs = [rung] + (0..<rung).reversed() + state.ladder.rungs.indices.dropFirst(rung + 1)
            return rungs.flatMap { rung in state.order[rung].map { Candidate(rung: rung, alternative: $0) } }
                .filter { state.excluded[$0] == nil }
        }
    }

    /// The first candidate that can be had; what can't is told and left alone for a while.
    private func available(from rung: Int, leaving current: RenditionSelection?) async throws -> RenditionSelection {
        var failure: (any Error)?
        for candidate in candidates(from: rung) {
            do {
                return try await select(candidate, leaving: current)
            } catch {
                if error is CancellationError || Task.isCancelled { throw CancellationError() }
                failure = failure ?? error
                exclude(candidate)
                failed(variant(of: candidate))
                warn(PlaybackError(cause: error, otherwise: .manifestInvalid, url: nil).with(severity: .warning))
            }
        }
        throw failure ?? PlaybackError(.manifestEmpty)
    }

    private func select(_ candidate: Candidate, leaving current: RenditionSelection?) async throws -> RenditionSelection {
        let feed = try await feed(candidate, current)
        return RenditionSelection(
            feed: feed, rung: candidate.rung, alternative: candidate.alternative, level: levels[candidate.rung + 1])
    }

    /// What stands behind a candidate.
    func variant(of candidate: Candidate) -> Variant { ladder.rungs[candidate.rung].alternatives[candidate.alternative] }

    private func exclude(_ candidate: Candidate) {
        let until = clock.now + failures.penalty
        state.withLock { $0.excluded[candidate] = until }
    }

    private func isExcluded(_ selection: RenditionSelection) -> Bool {
        let now = clock.now
        guard let candidate = selection.candidate else { return false }
        return state.withLock { ($0.excluded[candidate] ?? -.infinity) > now }
    }

    // MARK: Transfers

    /// - Parameter bytes: What the server says of the segment's size.
    private func situation(at place: FetchPlace, bytes: Int? = nil) -> FetchSituation {
        let upcoming = place.selection?.feed.upcoming(from: place.cursor, count: 1).first
        let duration = upcoming?.duration ?? place.selection?.feed.targetDuration ?? Self.usualDuration
        let playhead = store.lastPlayhead
        let next = place.selection.map { $0.feed.start(of: place.cursor) } ?? playhead
        let room = place.selection?.feed.room(beyond: playhead) ?? .infinity
        let (highest, rate, manual, last) = state.withLock { ($0.highest, $0.rate, $0.manual, $0.lastRung) }
        let bitrates = ladder.rungs.map(\.bitrate)
        return FetchSituation(
            bitrates: bitrates, segmentDuration: duration > 0 ? duration : Self.usualDuration,
            segmentSizes: sizes(of: bytes ?? upcoming?.bytes, on: place.selection?.rung, bitrates: bitrates),
            buffered: max(0, next - playhead), bufferLimit: min(store.limits.forward, room), currentRung: last ?? place.selection?.rung,
            highestRung: max(highest, manual ?? 0), playbackRate: rate,
            remainingSegments: place.selection?.feed.remaining(from: place.cursor))
    }

    /// The sizes of a segment on all rungs, where that on one is known: scenes that are large on one are large on all.
    private func sizes(of bytes: Int?, on rung: Int?, bitrates: [Double]) -> [Int] {
        guard let bytes, bytes > 0, let rung, bitrates[rung] > 0 else { return [] }
        return bitrates.map { Int(saturating: Double(bytes) * $0 / bitrates[rung]) }
    }

    func progress(_ transfer: SegmentTransfer) async -> RenditionSelection? {
        guard let rung = transfer.selection.rung, rung > 0, !transfer.unit.isPart else { return nil }
        let situation = situation(at: FetchPlace(cursor: transfer.unit.cursor, selection: transfer.selection), bytes: transfer.expected)
        let verdict: TransferVerdict = state.withLock { state in
            guard state.manual == nil else { return .goOn }
            return state.policy.review(
                TransferProgress(
                    rung: rung, bytesReceived: transfer.received, bytesExpected: transfer.expected, elapsed: transfer.elapsed,
                    timeToFirstByte: transfer.firstByteTime), in: situation)
        }
        guard case .abandon(let lower) = verdict, lower < rung, lower >= 0 else { return nil }
        record(transfer, .abandon(rung: lower))
        guard let other = try? await available(from: lower, leaving: transfer.selection), other.rung ?? rung < rung else { return nil }
        return other
    }

    func finished(_ transfer: SegmentTransfer) {
        record(transfer, .goOn)
        state.withLock { state in
            state.skipped = 0
            state.lastRung = transfer.selection.rung
            state.hasLoaded = true
            state.tries = nil
        }
    }

    private func record(_ transfer: SegmentTransfer, _ verdict: TransferVerdict) {
        // The origin held the answer back: that is no latency of the network.
        let latency = transfer.unit.isHinted ? 0 : transfer.firstByteTime
        let told = TransferProgress(
            rung: transfer.selection.rung ?? 0, bytesReceived: transfer.received, bytesExpected: transfer.expected,
            elapsed: transfer.elapsed - (transfer.firstByteTime - latency), timeToFirstByte: latency)
        var situation = situation(at: FetchPlace(cursor: transfer.unit.cursor, selection: transfer.selection), bytes: transfer.expected)
        situation.segmentDuration = transfer.unit.duration
        if verdict == .goOn { situation.buffered += transfer.unit.duration }
        let now = clock.now
        state.withLock { $0.policy.finish(told, verdict: verdict, at: now, in: situation) }
    }

    // MARK: Failures

    func recover(fromStuck error: PlaybackError, of current: RenditionSelection) async -> RenditionSelection? {
        if let candidate = current.candidate {
            exclude(candidate)
            failed(variant(of: candidate))
        }
        return try? await available(from: current.rung ?? 0, leaving: current)
    }

    func recover(from error: PlaybackError, at unit: FetchUnit, of current: RenditionSelection) async -> SegmentRecovery {
        if let candidate = current.candidate { exclude(candidate) }
        let others = candidates(from: current.rung ?? 0).filter { $0 != current.candidate }
        let failure = state.withLock { state in
            let count = state.tries?.cursor == unit.cursor ? (state.tries?.count ?? 0) + 1 : 1
            state.tries = (unit.cursor, count)
            return SegmentFailurePolicy.Failure(
                mayAppear: error.isNotFound && current.feed.isNewest(unit.cursor), tries: count, hasAlternative: !others.isEmpty,
                hasNext: current.feed.hasMore(after: unit.cursor), skipped: state.skipped, hasLoaded: state.hasLoaded)
        }
        let decision = failures.decide(failure)
        guard decision != .giveUp else { return .giveUp }
        warn(error.with(severity: .warning))
        switch decision {
        case .retry(let delay):
            readmit(current)
            try? await clock.sleep(for: delay)
            return .use(current)
        case .alternative:
            if let candidate = current.candidate { failed(variant(of: candidate)) }
            if let other = try? await available(from: current.rung ?? 0, leaving: current) { return .use(other) }
            return Task.isCancelled ? .giveUp : await recover(from: error, at: unit, of: current)
        case .skip, .giveUp:
            // The next segment may be there again where this one was not.
            state.withLock { state in
                state.excluded = [:]
                state.skipped += 1
            }
            return .skip
        }
    }

    private func readmit(_ selection: RenditionSelection) {
        guard let candidate = selection.candidate else { return }
        state.withLock { $0.excluded[candidate] = nil }
    }
}

extension RenditionSelection {
    /// Where on the ladder it is.
    var candidate: LadderChooser.Candidate? { rung.map { LadderChooser.Candidate(rung: $0, alternative: alternative) } }
}

extension PlaybackError {
    /// Whether the answer was that there is no such resource.
    var isNotFound: Bool {
        switch kind {
        case .segmentStatus(404), .segmentStatus(410), .segmentStatus(425): true
        default: false
        }
    }
}
