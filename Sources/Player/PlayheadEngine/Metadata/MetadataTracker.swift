import PlayheadCore
import PlayheadMetadata

/// The timed metadata of one playback: sources insert items, the engine sets the playhead, and each item is reported once when it was
/// parsed and again whenever the playhead enters it.
final class MetadataTracker: Sendable {
    private struct State {
        var schedule = MetadataSchedule()
        /// The items that describe the whole playback, each reported once.
        var described: [TimedMetadata] = []
        var isOpen = false
        /// The number of items of media that are accepted.
        var allowance = Double(maximumMediaItems)
        /// The limits that were exceeded.
        var exceeded: Set<Limit> = []
    }

    /// The number of items of media (event messages, tags) that are accepted at once, and for each second that is played.
    static let (maximumMediaItems, mediaItemsPerSecond) = (5000, 200)

    /// A limit above which metadata is ignored.
    enum Limit {
        case rate, messages, memory

        /// The text of the warning.
        var reason: String {
            switch self {
            case .rate: "More than \(maximumMediaItems) items of metadata at once, or \(mediaItemsPerSecond) a second, are ignored."
            case .messages:
                "More than \(EventMessageScanner.maximumMessages) event messages of a segment, and larger ones than "
                    + "\(EventMessageScanner.maximumMessageSize >> 20) MiB, are ignored."
            case .memory: "The metadata has more than \(MetadataSchedule.maximumWeight >> 20) MiB; the earliest is ignored."
            }
        }
    }

    private let report: @Sendable (TimedMetadata, TimedMetadata.Phase) -> Void
    private let onLimit: @Sendable (Limit) -> Void
    private let onChange: @Sendable () -> Void
    private let state = Locked(State())

    /// - Parameters:
    ///   - report: Called in order, on any thread.
    ///   - onLimit: Called once for each limit that is exceeded, on any thread.
    ///   - onChange: Called when there are new items to enter.
    init(
        report: @escaping @Sendable (TimedMetadata, TimedMetadata.Phase) -> Void, onLimit: @escaping @Sendable (Limit) -> Void = { _ in },
        onChange: @escaping @Sendable () -> Void = {}
    ) {
        self.report = report
        self.onLimit = onLimit
        self.onChange = onChange
    }

    /// Inserts items of media, which may hold any number of them: what exceeds the limit is ignored. Can be called from any thread.
    func insertOfMedia(_ items: [TimedMetadata]) {
        let count = state.withLock { state in
            let count = min(items.count, Int(saturating: state.allowance))
            state.allowance -= Double(count)
            return count
        }
        if count < items.count { exceed(.rate) }
        insert(Array(items.prefix(count)))
    }

    /// Notes that metadata is ignored because of a limit; can be called from any thread.
    func exceed(_ limit: Limit) {
        if state.withLock({ $0.exceeded.insert(limit).inserted }) { onLimit(limit) }
    }

    /// Inserts parsed items; can be called from any thread.
    func insert(_ items: [TimedMetadata]) {
        guard !items.isEmpty else { return }
        let (isNew, hasLost) = state.withLock { state in
            let news = state.schedule.insert(items)
            let hasLost = state.schedule.hasLost
            // What was parsed before the playback is open is reported then.
            guard state.isOpen else { return (false, hasLost) }
            // Reported under the lock, so that two threads cannot change the order.
            for item in news.parsed { report(item, .parsed) }
            for item in news.entered { report(item, .entered) }
            return (!news.parsed.isEmpty, hasLost)
        }
        if hasLost { exceed(.memory) }
        if isNew { onChange() }
    }

    /// The maximum number of items that describe the whole playback.
    private static let descriptionLimit = 16

    /// Adds items that describe the whole playback: each is reported once as parsed and entered, as soon as the playback is open. Can be
    /// called from any thread.
    func describe(_ items: [TimedMetadata]) {
        state.withLock { state in
            for item in items where state.described.count < Self.descriptionLimit {
                guard !state.described.contains(where: { $0.kind == item.kind && $0.fields == item.fields }) else { continue }
                state.described.append(item)
                guard state.isOpen else { continue }
                report(item, .parsed)
                report(item, .entered)
            }
        }
    }

    /// Opens the playback with the playhead at `time` (seconds).
    func open(at time: Double) {
        state.withLock { state in
            state.isOpen = true
            for item in state.described + state.schedule.inserted { report(item, .parsed) }
            for item in state.described { report(item, .entered) }
            for item in state.schedule.seek(to: time) { report(item, .entered) }
        }
    }

    /// Reports the items that the playhead enters by playing.
    func advance(from start: Double, to end: Double) {
        state.withLock { state in
            let played = max(0, end - start)
            state.allowance = min(Double(Self.maximumMediaItems), state.allowance + played * Double(Self.mediaItemsPerSecond))
            for item in state.schedule.advance(from: start, to: end) { report(item, .entered) }
        }
    }

    /// Reports the items at `time` (seconds), to which the playhead was moved.
    func seek(to time: Double) {
        state.withLock { state in
            for item in state.schedule.seek(to: time) { report(item, .entered) }
        }
    }

    /// Returns the start of the next item after `time` (seconds), or `nil`.
    func next(after time: Double) -> Double? { state.withLock { $0.schedule.next(after: time) } }

    /// The number of items in the schedule.
    var count: Int { state.withLock { $0.schedule.count } }

    /// Drops items that ended before `time` (seconds).
    func trim(before time: Double) { state.withLock { $0.schedule.trim(before: time) } }
}
