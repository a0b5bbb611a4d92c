import PlayheadCore
import PlayheadEngine
import Synchronization

/// The engines' reports on their way to the executor of the session, in order.
///
/// While that executor is blocked (the main actor, for a ``Player``), or the machine suspended, reports of progress pile up. Of those that were overtaken by a later one only the last is taken, so that onTime goes on in
/// its rhythm and does not come in a burst.
final class ReportQueue: Sendable {
    /// An engine's report with the number of its run.
    struct Entry: Sendable {
        let run: Int
        let report: EngineReport
        /// When it was put in, in seconds of the monotonic clock.
        let time: Double
    }

    /// Seconds after which a report of progress is late: less than the time between two of them.
    private static let lateness = 0.05
    /// Seconds after which a report that nobody takes makes it worth asking whether the main actor runs.
    private static let patience = 2.0

    /// Yields once for each report that was put in.
    let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let clock: any PlaybackClock
    /// Whether progress is told as time passes. Where the data moves the playhead each report counts.
    private let isTimed: Bool
    /// Whether the reports are taken on the main actor.
    private let watchesMainActor: Bool
    private let entries = Mutex<[Entry]>([])

    init(clock: any PlaybackClock, isTimed: Bool, watchesMainActor: Bool = true) {
        self.clock = clock
        self.isTimed = isTimed
        self.watchesMainActor = watchesMainActor
        (signals, signal) = AsyncStream.makeStream(of: Void.self)
    }

    /// Puts a report in; from any thread.
    func add(_ report: EngineReport, of run: Int) {
        let entry = Entry(run: run, report: report, time: clock.now)
        let isWaitedFor = entries.withLock { entries in
            if isTimed, let index = Self.overtaken(by: entry, in: entries) { entries.remove(at: index) }
            entries.append(entry)
            return entry.time - entries[0].time > Self.patience
        }
        signal.yield()
        if isWaitedFor, watchesMainActor { MainActorWatch.shared.ask() }
    }

    /// The oldest report; `nil` where a signal's was overtaken.
    func take() -> Entry? { entries.withLock { $0.isEmpty ? nil : $0.removeFirst() } }

    /// Nothing is taken any more.
    func finish() { signal.finish() }

    /// A late report of progress that a newer one takes the place of.
    private static func overtaken(by entry: Entry, in entries: [Entry]) -> Int? {
        guard case .progress = entry.report else { return nil }
        for (index, earlier) in entries.enumerated().reversed() where earlier.run == entry.run {
            switch earlier.report {
            case .progress: return entry.time - earlier.time >= lateness ? index : nil
            // Here playing begins, ends or goes on elsewhere.
            case .opened, .waiting, .started, .paused, .firstFrame, .seekLeftBuffer, .seeked, .ended, .failed, .closed: return nil
            default: continue
            }
        }
        return nil
    }
}
