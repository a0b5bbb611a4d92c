import Foundation
import Synchronization
import TestSupport

/// Whether it makes sense to wait on for what this process itself does: as long as any thread of it runs or would like to, and a little longer.
/// Time says nothing about that: on a busy machine it passes while the process has no turn.
struct Patience {
    /// In looks. Where other tests run beside this one, threads are never at rest all at once; then it is halved each time, and comes back with rest.
    private static let most = Mutex(ceiling)
    private static let (floor, ceiling) = (100, 6400)

    private var turns = 0
    private var looks = 0
    private var quiet = 0

    /// Whether another thread runs, which then gets the processor for a moment.
    mutating func isBusy() async -> Bool {
        let isRunning = ProcessTable.isRunning
        looks += 1
        let isSpent = Self.most.withLock { most in
            if looks >= most {
                most = max(Self.floor, most / 2)
                return true
            }
            if !isRunning { most = min(Self.ceiling, most * 2) }
            return false
        }
        guard isRunning, !isSpent else { return false }
        try? await Task.sleep(for: .microseconds(100))
        usleep(1)
        return true
    }

    /// Lets the others have their turns.
    /// - Returns: False once nothing has run for a while: what is waited for will not come.
    mutating func wait() async -> Bool {
        turns += 1
        // Most things take only turns.
        let few = 8
        guard turns > few else {
            await Task.yield()
            return true
        }
        try? await Task.sleep(for: .microseconds(50))
        // A look costs as much as what is mostly waited for.
        let turnsPerLook = 4
        guard turns.isMultiple(of: turnsPerLook) else { return true }
        looks += 1
        // What woke this task may not have had the time to go back to sleep, where there is one processor; it gets it now.
        usleep(1)
        quiet = ProcessTable.isRunning ? 0 : quiet + 1
        // Where other tests run beside this one it waits for them; not for ever.
        let (enough, most) = (15, 100_000)
        guard looks < most else { return false }
        return quiet < enough
    }
}
