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
    }

    /// The number of items of media (event messages, tags) that are accepted at once, and for each second that is played.
    static let (maximumMediaItems, mediaItemsPerSecond) = (5000, 200)

    private let report: @Sendable (TimedMetadata, TimedMetadata.Phase) -> Void
    private let onChange: @Sendable () -> Void
    private let state = Locked(State())

    /// - Parameters:
    ///   - report: Called in order, on any thread.
    ///   - onChange: Called when there are new items to enter.
    init(
        report: @escaping @Sendable (TimedMetadata, TimedMetadata.Phase) -> Void, onChange: @escaping @Sendable () -> Void = {}
    ) {
        self.report = report
        self.onChange = onChange
    }

    /// Inserts items of media, which may hold any number of them: what exceeds the limit is ignored. Can be called from any thread.
    func insertOfMedia(_ items: [TimedMetadata]) {
        let count = state.withLock { state in
            let count = min(items.count, Int(saturating: state.allowance))
            state.allowance -= Double(count)
            return count
        }
        insert(Array(items.prefix(count)))
    }

    /// Inserts parsed items; can be called from any thread.
    func insert(_ items: [TimedMetadata]) {
        guard !items.isEmpty else { return }
        let isNew = state.withLock { state in
            let news = state.schedule.insert(items)
            // What was parsed before the playback is open is reported then.
            guard state.isOpen else { return false }
            // Reported under the lock, so that two threads cannot change the order.
            for item in news.parsed { report(item, .parsed) }
            for item in news.entered { report(item, .entered) }
            return !news.parsed.isEmpty
        }
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
