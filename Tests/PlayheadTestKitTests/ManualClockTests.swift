import PlayheadCore
import PlayheadTestKit
import Synchronization
import Testing

@Suite("A manual clock")
struct ManualClockTests {
    @Test("advances only on request, and never back")
    func advancing() {
        let clock = ManualClock(now: 5)
        #expect(clock.now == 5)
        clock.advance(by: 1.5)
        clock.advance(to: 2)
        clock.advance(by: -1)
        clock.advance(to: .nan)
        #expect(clock.now == 6.5)
    }

    @Test("resumes sleepers in the order of their deadlines, and only those that are due")
    func order() async throws {
        let clock = ManualClock()
        let (woken, continuation) = AsyncStream<Double>.makeStream()
        let tasks = [3.0, 1, 2, 10].map { deadline in
            Task {
                try await clock.sleep(until: deadline)
                continuation.yield(deadline)
            }
        }
        try await clock.waitForSleepers(4)
        #expect(clock.sleeperCount == 4)
        var iterator = woken.makeAsyncIterator()
        for expected in [1.0, 2, 3] {
            #expect(clock.nextDeadline == expected)
            #expect(clock.advanceToNextDeadline())
            #expect(await iterator.next() == expected)
            #expect(clock.now == expected)
        }
        #expect(clock.sleeperCount == 1)
        clock.advance(by: 100)
        for task in tasks { try await task.value }
        #expect(!clock.advanceToNextDeadline())
    }

    @Test("does not wait for a deadline that has passed or is NaN")
    func pastDeadlines() async throws {
        let clock = ManualClock(now: 10)
        try await clock.sleep(until: 10)
        try await clock.sleep(until: 3)
        try await clock.sleep(until: .nan)
        try await clock.sleep(for: -1)
        #expect(clock.sleeperCount == 0)
    }

    @Test("supports cancellation of a sleeper, before and during its sleep")
    func cancelling() async throws {
        let clock = ManualClock()
        let early = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(until: 5)
        }
        await #expect(throws: CancellationError.self) { try await early.value }
        let sleeper = Task { try await clock.sleep(until: 5) }
        try await clock.waitForSleepers(1)
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleeperCount == 0)
        let waiter = Task { try await clock.waitForSleepers(1) }
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
    }

    @Test("survives the cancellation of sleepers while it resumes them")
    func races() async throws {
        let clock = ManualClock()
        for round in 0..<200 {
            let deadline = Double(round + 1)
            let sleepers = (0..<4).map { _ in Task { try await clock.sleep(until: deadline) } }
            try await clock.waitForSleepers(1)
            async let cancelled: Void = sleepers[0].cancel()
            clock.advance(to: deadline)
            await cancelled
            for sleeper in sleepers { _ = await sleeper.result }
        }
        #expect(clock.sleeperCount == 0)
    }

    @Test("the system clock advances and keeps its deadlines")
    func systemClock() async throws {
        let clock = SystemClock()
        let start = clock.now
        try await clock.sleep(until: start + 0.02)
        #expect(clock.now >= start + 0.02)
        try await clock.sleep(until: start)
        try await clock.sleep(until: .nan)
        let endless = Task { try await clock.sleep(until: .infinity) }
        endless.cancel()
        await #expect(throws: CancellationError.self) { try await endless.value }
    }
}
