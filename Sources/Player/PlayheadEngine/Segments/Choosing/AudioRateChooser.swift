import PlayheadCore

/// Selects among the bit rates of an alternate audio rendition by the throughput that it shares with the pictures. Another chooser selects the
/// place, and decides about failures first.
final class AudioRateChooser: RenditionChooser {
    private let placing: any RenditionChooser
    private let presentation: any MediaPresentation
    private let clock: any PlaybackClock
    private let penalty: Double
    private let throughput: @Sendable () -> Double?
    private let warn: @Sendable (PlaybackError) -> Void
    /// The time from which each rendition that failed may be used again, in seconds of the clock.
    private let excluded = Locked<[String: Double]>([:])

    /// - Parameters:
    ///   - placing: Selects the place of a bit rate.
    ///   - presentation: Has the bit rates, and loads their renditions.
    ///   - clock: The clock of the penalty.
    ///   - penalty: The seconds for which a bit rate that failed is not used.
    ///   - throughput: Returns the expected throughput in bits per second; `nil` if it is unknown.
    ///   - warn: Called for each bit rate whose rendition fails to load.
    init(
        _ placing: any RenditionChooser, presentation: any MediaPresentation, clock: any PlaybackClock,
        penalty: Double = SegmentFailurePolicy().penalty, throughput: @escaping @Sendable () -> Double?,
        warn: @escaping @Sendable (PlaybackError) -> Void
    ) {
        self.placing = placing
        self.presentation = presentation
        self.clock = clock
        self.penalty = penalty
        self.throughput = throughput
        self.warn = warn
    }

    /// Returns the index of the bit rate to play. Sound gets a small part of the throughput; between two parts the current bit rate is kept,
    /// because each change costs a request for another initialization segment.
    /// - Parameters:
    ///   - rates: The bit rates in bits per second, from the lowest to the highest; at least one.
    ///   - current: The index of the current one.
    ///   - throughput: The expected throughput in bits per second; `nil` if it is unknown.
    /// - Returns: The index of the bit rate to play.
    static func index(among rates: [Int], current: Int, throughput: Double?) -> Int {
        guard let throughput else { return current }
        let (raised, reduced) = (0.1, 0.2)
        func highest(within part: Double) -> Int { rates.lastIndex { Double($0) <= part * throughput } ?? 0 }
        return min(max(current, highest(within: raised)), highest(within: reduced))
    }

    func bitrates(insteadOf current: RenditionSelection) -> ClosedRange<Double>? {
        // They are ascending.
        let rates = presentation.audioRates(sameAs: current.rendition.url).map { Double($0.bitrate) }
        guard let lowest = rates.first, let highest = rates.last else { return nil }
        return lowest...max(lowest, highest)
    }

    func selection(at cursor: SegmentCursor, of current: RenditionSelection) async -> RenditionSelection {
        let placed = await placing.selection(at: cursor, of: current)
        let rates = available(of: placed)
        guard let index = rates.firstIndex(where: { $0.url == placed.rendition.url }) else { return placed }
        let wanted = Self.index(among: rates.map(\.bitrate), current: index, throughput: throughput())
        guard wanted != index else { return placed }
        return await first(of: [rates[wanted]], insteadOf: placed) ?? placed
    }

    func progress(_ transfer: SegmentTransfer) async -> RenditionSelection? { await placing.progress(transfer) }

    func finished(_ transfer: SegmentTransfer) { placing.finished(transfer) }

    func recover(fromStuck error: PlaybackError, of current: RenditionSelection) async -> RenditionSelection? {
        await placing.recover(fromStuck: error, of: current)
    }

    func recover(from error: PlaybackError, at segment: Segment, of current: RenditionSelection) async -> SegmentRecovery {
        let recovery = await placing.recover(from: error, at: segment, of: current)
        if case .use = recovery { return recovery }
        let rates = available(of: current)
        guard let index = rates.firstIndex(where: { $0.url == current.rendition.url }) else { return recovery }
        exclude(current.rendition.url)
        // Lower bit rates come first.
        let others: [AudioRate] = rates[..<index].reversed() + rates[(index + 1)...]
        guard let other = await first(of: others, insteadOf: current) else { return recovery }
        return .use(other)
    }

    /// The bit rates of the sound of a selection, without those that failed recently.
    private func available(of selection: RenditionSelection) -> [AudioRate] {
        let (own, now) = (selection.rendition.url, clock.now)
        let failed = excluded.withLock { excluded in
            excluded = excluded.filter { $0.value > now }
            return excluded
        }
        return presentation.audioRates(sameAs: own).filter { $0.url == own || failed[$0.url] == nil }
    }

    /// Returns the first of some renditions that can be loaded.
    private func first(of rates: [AudioRate], insteadOf current: RenditionSelection) async -> RenditionSelection? {
        for rate in rates {
            do {
                return RenditionSelection(rendition: try await presentation.rendition(at: rate.url, following: current.rendition))
            } catch {
                if error is CancellationError || Task.isCancelled { return nil }
                exclude(rate.url)
                warn(PlaybackError(cause: error, otherwise: .manifestInvalid, url: rate.url).with(severity: .warning))
            }
        }
        return nil
    }

    private func exclude(_ url: String) {
        let until = clock.now + penalty
        excluded.withLock { $0[url] = until }
    }
}
