import PlayheadCore
import PlayheadEngine
import Synchronization

/// The queue of the engines' reports for the executor of the session, in order.
///
/// While that executor is blocked (the main actor, for a ``Player``), or the machine suspended, reports of progress accumulate. A late
/// report of progress is dropped when a later one arrives, so that onTime keeps its interval and does not arrive in a burst.
final class ReportQueue: Sendable {
    /// A report of an engine with the number of its run.
    struct Entry: Sendable {
        let run: Int
        let report: EngineReport
        /// The time at which the report was added, in seconds of the monotonic clock.
        let time: Double
    }

    /// The age in seconds at which a report of progress is late: less than the interval between two reports.
    private static let lateness = 0.05
    /// The age in seconds of an unhandled report at which the queue checks whether the main actor is blocked.
    private static let timeout = 2.0

    /// The number of waiting reports above which playback that the data moves pauses until they are handled, and that of one turn.
    static let maximumPending = 1000

    private let signal = WorkSignal()
    private let clock: any PlaybackClock
    /// Whether progress is reported in real time. Otherwise the data moves the playhead, and each report counts.
    private let isTimed: Bool
    /// Whether the reports are handled on the main actor.
    private let watchesMainActor: Bool
    private let state = Mutex(State())

    private struct State {
        /// A slice, from whose begin an entry is removed without moving the others.
        var entries: ArraySlice<Entry> = []
        var added = 0
    }

    init(clock: any PlaybackClock, isTimed: Bool, watchesMainActor: Bool = true) {
        self.clock = clock
        self.isTimed = isTimed
        self.watchesMainActor = watchesMainActor
    }

    /// Adds a report, from any thread.
    func add(_ report: EngineReport, of run: Int) {
        let entry = Entry(run: run, report: report, time: clock.now)
        let isWaitedFor = state.withLock { state in
            if isTimed, let index = Self.overtaken(by: entry, in: state.entries) { state.entries.remove(at: index) }
            state.entries.append(entry)
            state.added += 1
            return entry.time - (state.entries.first ?? entry).time > Self.timeout
        }
        signal.send()
        if isWaitedFor, watchesMainActor { MainActorWatch.shared.ask() }
    }

    /// Waits for reports; only one task may wait.
    /// - Returns: False after ``finish()``.
    func wait(isolation: isolated (any Actor)? = #isolation) async -> Bool { await signal.wait(isolation: isolation) }

    /// Calls `wake` for reports, until ``finish()``, instead of waking a task that waits.
    func call(_ wake: @escaping @Sendable () -> Void) { signal.call(wake) }

    /// Removes and returns the reports for one turn of the executor, in order: all that are waiting, up to ``maximumPending``, so that
    /// progress does not wait turn after turn behind others while newer progress replaces it. Where each report counts, one is returned alone,
    /// so that commands that its events cause are performed before the next one.
    func take() -> [Entry] {
        let (taken, remain) = state.withLock { state in
            let taken = Array(state.entries.prefix(isTimed ? Self.maximumPending : 1))
            state.entries.removeFirst(taken.count)
            return (taken, !state.entries.isEmpty)
        }
        if remain { signal.send() }
        return taken
    }

    /// The number of reports that were added and are not waiting: those that were taken or dropped.
    var handledCount: Int { state.withLock { $0.added - $0.entries.count } }

    /// Whether more than ``maximumPending`` reports wait.
    var isBehind: Bool { state.withLock { $0.entries.count > Self.maximumPending } }

    /// Ends the wait for reports.
    func finish() { signal.finish() }

    /// Returns the index of a late report of progress that a newer one replaces.
    private static func overtaken(by entry: Entry, in entries: ArraySlice<Entry>) -> Int? {
        guard case .progress = entry.report else { return nil }
        for index in entries.indices.reversed() where entries[index].run == entry.run {
            let earlier = entries[index]
            switch earlier.report {
            case .progress: return entry.time - earlier.time >= lateness ? index : nil
            // The playback starts, ends or continues elsewhere with these reports.
            case .opened, .waiting, .started, .paused, .firstFrame, .seekLeftBuffer, .seeked, .ended, .failed, .closed: return nil
            default: continue
            }
        }
        return nil
    }
}
