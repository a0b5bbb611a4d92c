import Foundation
import Synchronization
import TestSupport

/// Decides whether to continue waiting for work of this process: as long as any of its threads runs or is runnable, and slightly longer.
/// Elapsed time is no indication, because on a busy machine it passes while the process is not scheduled.
struct IdleWait {
    /// The maximum number of looks: halved each time it is reached, because threads are never idle if other tests run, doubled at rest.
    private static let maximum = Mutex(ceiling)
    private static let (floor, ceiling) = (100, 6400)

    private var turns = 0
    private var looks = 0
    private var quiet = 0

    /// Returns whether another thread runs, and yields the processor to it for a moment.
    mutating func isBusy() async -> Bool {
        let isRunning = ProcessTable.isRunning
        looks += 1
        let isSpent = Self.maximum.withLock { maximum in
            if looks >= maximum {
                maximum = max(Self.floor, maximum / 2)
                return true
            }
            if !isRunning { maximum = min(Self.ceiling, maximum * 2) }
            return false
        }
        guard isRunning, !isSpent else { return false }
        try? await Task.sleep(for: .microseconds(100))
        usleep(1)
        return true
    }

    /// Yields to other tasks.
    /// - Returns: False once nothing has run for a while: the awaited event will not occur.
    mutating func wait() async -> Bool {
        turns += 1
        // Most operations take only a few turns.
        let few = 8
        guard turns > few else {
            await Task.yield()
            return true
        }
        try? await Task.sleep(for: .microseconds(50))
        // A look costs as much as most operations that are awaited.
        let turnsPerLook = 4
        guard turns.isMultiple(of: turnsPerLook) else { return true }
        looks += 1
        // On one processor, the thread that woke this task may not have had time to sleep again; the pause gives it that time.
        usleep(1)
        quiet = ProcessTable.isRunning ? 0 : quiet + 1
        // Waits for other tests that run in parallel, but only up to a limit.
        let (enough, maximum) = (15, 100_000)
        guard looks < maximum else { return false }
        return quiet < enough
    }
}
