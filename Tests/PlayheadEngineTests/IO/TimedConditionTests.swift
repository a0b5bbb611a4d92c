import PlayheadCore
import Testing

@testable import PlayheadEngine

@Suite("A condition with a deadline", .timeLimit(.minutes(1)))
struct TimedConditionTests {
    @Test("A wait ends at its deadline, not before, and at once if the deadline is over", arguments: [-Double.infinity, -1, 0, 0.02])
    func deadline(delay: Double) {
        let condition = TimedCondition()
        let start = SystemClock().now
        condition.withLock {
            while SystemClock().now < start + delay { condition.wait(until: start + delay) }
        }
        #expect(SystemClock().now >= start + delay)
    }

    @Test("A signal ends a wait without a deadline", arguments: [Double.infinity, 1e300, .greatestFiniteMagnitude])
    func signal(deadline: Double) async {
        let condition = TimedCondition()
        let isDone = Locked(false)
        let thread = WorkerThread(name: "playhead.test") {
            condition.withLock { while !isDone.withLock(\.self) { condition.wait(until: deadline) } }
        }
        condition.withLock {
            isDone.withLock { $0 = true }
            condition.signal()
        }
        await thread.join()
    }

    @Test("A broadcast ends all waits")
    func broadcast() async {
        let condition = TimedCondition()
        let isDone = Locked(false)
        let threads = (0..<3).map { _ in
            WorkerThread(name: "playhead.test") { condition.withLock { while !isDone.withLock(\.self) { condition.wait() } } }
        }
        condition.withLock {
            isDone.withLock { $0 = true }
            condition.broadcast()
        }
        for thread in threads { await thread.join() }
    }

    @Test("A deadline that is no number ends a wait at once")
    func noNumber() {
        let condition = TimedCondition()
        condition.withLock { condition.wait(until: .nan) }
    }
}
