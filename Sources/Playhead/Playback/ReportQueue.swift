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

    /// Yields once for each report that was added.
    let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let clock: any PlaybackClock
    /// Whether progress is reported in real time. Otherwise the data moves the playhead, and each report counts.
    private let isTimed: Bool
    /// Whether the reports are handled on the main actor.
    private let watchesMainActor: Bool
    private let entries = Mutex<[Entry]>([])

    init(clock: any PlaybackClock, isTimed: Bool, watchesMainActor: Bool = true) {
        self.clock = clock
        self.isTimed = isTimed
        self.watchesMainActor = watchesMainActor
        (signals, signal) = AsyncStream.makeStream(of: Void.self)
    }

    /// Adds a report, from any thread.
    func add(_ report: EngineReport, of run: Int) {
        let entry = Entry(run: run, report: report, time: clock.now)
        let isWaitedFor = entries.withLock { entries in
            if isTimed, let index = Self.overtaken(by: entry, in: entries) { entries.remove(at: index) }
            entries.append(entry)
            return entry.time - entries[0].time > Self.timeout
        }
        signal.yield()
        if isWaitedFor, watchesMainActor { MainActorWatch.shared.ask() }
    }

    /// Removes and returns the oldest report; `nil` if the report of a signal was dropped.
    func take() -> Entry? { entries.withLock { $0.isEmpty ? nil : $0.removeFirst() } }

    /// Ends the signals.
    func finish() { signal.finish() }

    /// Returns the index of a late report of progress that a newer one replaces.
    private static func overtaken(by entry: Entry, in entries: [Entry]) -> Int? {
        guard case .progress = entry.report else { return nil }
        for (index, earlier) in entries.enumerated().reversed() where earlier.run == entry.run {
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
