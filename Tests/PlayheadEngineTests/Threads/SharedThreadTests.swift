import PlayheadCore
import Synchronization
import Testing

@testable import PlayheadEngine

@Suite("A thread that executors share", .timeLimit(.minutes(1)))
struct SharedThreadTests {
    /// An actor beside others on one thread, whose loop sets its next time again and again.
    private actor Worker {
        nonisolated let executor: ThreadExecutor
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
        private(set) var numbers: [Int] = []
        private(set) var turns = 0
        private var isBusy = false

        init(on thread: ThreadWork) { executor = ThreadExecutor(on: thread) }

        func append(_ number: Int) {
            #expect(!isBusy)
            isBusy = true
            numbers.append(number)
            isBusy = false
        }

        func loop(every interval: Double) {
            executor.setLoop { [weak self] in self?.assumeIsolated { $0.turn(interval) } }
            executor.wake()
        }

        private func turn(_ interval: Double) {
            turns += 1
            executor.setAlarm(at: SystemClock().now + interval)
        }
    }

    /// Starts a thread, which ends after `body`.
    private func withThread(_ body: (ThreadWork) async throws -> Void) async rethrows {
        let thread = ThreadWork(isShared: true)
        _ = WorkerThread(name: "playhead.test") { thread.run() }
        defer { thread.stop() }
        try await body(thread)
    }

    @Test("The jobs of each executor run in their order, and never two at a time")
    func jobs() async {
        await withThread { thread in
            let workers = (0..<20).map { _ in Worker(on: thread) }
            await withTaskGroup(of: Void.self) { group in
                for worker in workers { group.addTask { for number in 0..<200 { await worker.append(number) } } }
            }
            for worker in workers { #expect(await worker.numbers == Array(0..<200)) }
        }
    }

    @Test("Each loop takes its turns at its own times, and their lateness is counted")
    func alarms() async {
        await withThread { thread in
            let workers = (0..<50).map { _ in Worker(on: thread) }
            for (index, worker) in workers.enumerated() { await worker.loop(every: 0.001 * Double(1 + index % 5)) }
            let enough = 20
            for worker in workers { while await worker.turns < enough { await Task.yield() } }
            let lateness = thread.lateness
            #expect(lateness.turns >= workers.count * (enough - 1))
            #expect(lateness.quantile(0.5) <= lateness.maximum)
        }
    }

    /// An actor whose jobs take time.
    private actor Occupant {
        nonisolated let executor: ThreadExecutor
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        init(on thread: ThreadWork) { executor = ThreadExecutor(on: thread) }

        func work(for seconds: Double, _ counts: Counts) {
            let end = SystemClock().now + seconds
            while SystemClock().now < end {}
            counts.done.add(1, ordering: .relaxed)
        }
    }

    private final class Counts: Sendable {
        let done = Atomic(0)
        /// The jobs that were done at the turn of the loop; negative before it.
        let doneAtTurn = Atomic(-1)
    }

    @Test("A loop whose time has come precedes the jobs of others that wait")
    func precedence() async {
        await withThread { thread in
            let jobs = 200
            let counts = Counts()
            let executor = ThreadExecutor(on: thread)
            let clock = SystemClock()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<jobs { group.addTask { await Occupant(on: thread).work(for: 0.001, counts) } }
                executor.setLoop { counts.doneAtTurn.store(counts.done.load(ordering: .relaxed), ordering: .relaxed) }
                executor.setAlarm(at: clock.now + 0.01)
            }
            while counts.doneAtTurn.load(ordering: .relaxed) < 0 { await Task.yield() }
            #expect(counts.doneAtTurn.load(ordering: .relaxed) < jobs / 2)
        }
    }

    @Test("Jobs also run while loops are due all the time")
    func share() async {
        await withThread { thread in
            let workers = (0..<20).map { _ in Worker(on: thread) }
            for worker in workers { await worker.loop(every: 0) }
            let other = Worker(on: thread)
            for number in 0..<50 { await other.append(number) }
            #expect(await other.numbers.count == 50)
        }
    }

    @Test("An executor is only on its thread while its own job runs")
    func isolation() async {
        await withThread { thread in
            let (one, other) = (ThreadExecutor(on: thread), ThreadExecutor(on: thread))
            let worker = Worker(on: thread)
            await worker.append(1)
            one.wake()
            #expect(one.isAsleep == false && other.isAsleep)
        }
    }

    @Test("The thread outlives its executors, whose loops end with them")
    func end() async {
        await withThread { thread in
            weak var gone: Worker?
            do {
                let worker = Worker(on: thread)
                await worker.loop(every: 0.001)
                gone = worker
            }
            while gone != nil { await Task.yield() }
            let other = Worker(on: thread)
            await other.append(7)
            #expect(await other.numbers == [7])
        }
    }
}
