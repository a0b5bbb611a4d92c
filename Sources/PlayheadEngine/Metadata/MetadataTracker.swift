import PlayheadCore
import PlayheadMetadata

/// The timed metadata of one playback: sources put in what they read, the engine says where the playhead is, and each piece is told once when it
/// was read and whenever the playhead enters it.
final class MetadataTracker: Sendable {
    private struct State {
        var schedule = MetadataSchedule()
        /// What was read before the item was open, to be told then.
        var early: [TimedMetadata] = []
        /// What concerns the whole item, each told once.
        var described: [TimedMetadata] = []
        var isOpen = false
    }

    private let report: @Sendable (TimedMetadata, TimedMetadata.Phase) -> Void
    private let onChange: @Sendable () -> Void
    private let state = Locked(State())

    /// - Parameters:
    ///   - report: Called in order, on any thread.
    ///   - onChange: Called when there is something new to enter.
    init(
        report: @escaping @Sendable (TimedMetadata, TimedMetadata.Phase) -> Void, onChange: @escaping @Sendable () -> Void = {}
    ) {
        self.report = report
        self.onChange = onChange
    }

    /// Takes what was read; from any thread.
    func insert(_ items: [TimedMetadata]) {
        guard !items.isEmpty else { return }
        let isNew = state.withLock { state in
            let news = state.schedule.insert(items)
            guard state.isOpen else {
                state.early += news.parsed
                return false
            }
            // Told under the lock, so that two threads can't change the order.
            for item in news.parsed { report(item, .parsed) }
            for item in news.entered { report(item, .entered) }
            return !news.parsed.isEmpty
        }
        if isNew { onChange() }
    }

    /// The maximum number of pieces that describe the item.
    private static let descriptionLimit = 16

    /// Takes what concerns the whole item rather than a place in it: each is told once as parsed and entered, as soon as the item is open; from any thread.
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

    /// The item is open, with the playhead at `time` (seconds).
    func open(at time: Double) {
        state.withLock { state in
            state.isOpen = true
            for item in state.described + state.early { report(item, .parsed) }
            state.early = []
            for item in state.described { report(item, .entered) }
            for item in state.schedule.seek(to: time) { report(item, .entered) }
        }
    }

    /// The playhead moved by playing.
    func advance(from start: Double, to end: Double) {
        state.withLock { state in
            for item in state.schedule.advance(from: start, to: end) { report(item, .entered) }
        }
    }

    /// The playhead was put at `time` (seconds).
    func seek(to time: Double) {
        state.withLock { state in
            for item in state.schedule.seek(to: time) { report(item, .entered) }
        }
    }

    /// When the next piece after `time` (seconds) begins, or `nil`.
    func next(after time: Double) -> Double? { state.withLock { $0.schedule.next(after: time) } }

    /// How many pieces are kept.
    var count: Int { state.withLock { $0.schedule.count } }

    /// Lets go of what ended before `time` (seconds).
    func trim(before time: Double) { state.withLock { $0.schedule.trim(before: time) } }
}
