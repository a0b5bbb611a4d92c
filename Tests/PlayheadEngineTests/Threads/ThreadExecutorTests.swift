import PlayheadCore
import Testing

@testable import PlayheadEngine

@Suite("The thread of an engine", .timeLimit(.minutes(1)))
struct ThreadExecutorTests {
    /// An actor on a thread of its own, with a loop that records its turns.
    private actor Worker {
        nonisolated let thread = ThreadExecutor(name: "playhead.test")
        nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
        private(set) var turns: [Double] = []
        private(set) var numbers: [Int] = []
        private var waiters: [(turns: Int, continuation: CheckedContinuation<Void, Never>)] = []

        /// Starts the loop; the first turn sets the time of the next one, `delay` seconds later.
        func loop(delay: Double = .infinity) {
            thread.setLoop { [weak self] in self?.assumeIsolated { $0.take(delay) } }
        }

        func append(_ number: Int) { numbers.append(number) }

        /// Requests turns while none can run, because this job is running.
        func wake(times: Int) { for _ in 0..<times { thread.wake() } }

        func waitForTurns(_ count: Int) async {
            guard turns.count < count else { return }
            await withCheckedContinuation { waiters.append((count, $0)) }
        }

        private func take(_ delay: Double) {
            let now = SystemClock().now
            turns.append(now)
            if turns.count == 1 { thread.setAlarm(at: now + delay) }
            for waiter in waiters where waiter.turns <= turns.count { waiter.continuation.resume() }
            waiters.removeAll { $0.turns <= turns.count }
        }
    }

    @Test("Jobs run in the order in which they arrive")
    func order() async {
        let worker = Worker()
        for number in 0..<1000 { await worker.append(number) }
        #expect(await worker.numbers == Array(0..<1000))
    }

    @Test("The loop takes a turn when it is woken; requests before the turn count as one")
    func waking() async {
        let worker = Worker()
        await worker.loop()
        await worker.wake(times: 100)
        await worker.waitForTurns(1)
        #expect(await worker.turns.count == 1)
        #expect(worker.thread.isAsleep)
        await worker.wake(times: 2)
        await worker.waitForTurns(2)
        #expect(await worker.turns.count == 2)
    }

    @Test("Without a loop a request waits until there is one")
    func early() async {
        let worker = Worker()
        worker.thread.wake()
        await worker.append(1)
        #expect(await worker.turns.isEmpty)
        await worker.loop()
        await worker.waitForTurns(1)
    }

    @Test("The alarm causes one turn at its time, not before")
    func alarm() async {
        let worker = Worker()
        let delay = 0.05
        await worker.loop(delay: delay)
        worker.thread.wake()
        await worker.waitForTurns(2)
        let turns = await worker.turns
        #expect(turns.count == 2 && turns[1] - turns[0] >= delay)
    }

    @Test("The thread ends with its actor")
    func end() async {
        weak var thread: ThreadExecutor?
        do {
            let worker = Worker()
            await worker.append(1)
            thread = worker.thread
            #expect(thread != nil)
        }
        while thread != nil { await Task.yield() }
    }
}
