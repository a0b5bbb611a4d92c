import Foundation
import Synchronization
import Testing

@testable import Playhead

/// Hangs that would otherwise be silent are reported.
@Suite("Diagnoses", .timeLimit(.minutes(2)))
struct WatchTests {
    private final class Count: Sendable {
        private let number = Mutex(0)
        var value: Int { number.withLock { $0 } }
        func add() { number.withLock { $0 += 1 } }
        func wait() async { while value == 0 { await Task.yield() } }
    }

    @MainActor
    @Test("A blocked main actor is detected from outside; a running one is not reported")
    func mainActor() async {
        let count = Count()
        let watch = MainActorWatch(timeout: 0.2) { count.add() }
        watch.ask()
        let end = ContinuousClock.now + .seconds(5)
        while count.value == 0, ContinuousClock.now < end {}
        #expect(count.value == 1)
        #expect(!watch.isAnswered)
        while !watch.isAnswered { await Task.yield() }
        await Task.detached {
            watch.ask()
            watch.ask()
        }.value
        while !watch.isAnswered { await Task.yield() }
    }

    @Test("A withdrawn check is not reported, even if the main actor never answers")
    func dismissed() async {
        let (count, later) = (Count(), Count())
        let watch = MainActorWatch(timeout: 0.2) { count.add() }
        // Its report comes after the time at which the first watch would have reported.
        let laterWatch = MainActorWatch(timeout: 0.4) { later.add() }
        let (blocked, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Task { @MainActor in
            blocked.signal()
            gate.wait()
        }
        let isOver = Task.detached {
            WatchTests.wait(for: blocked)
            watch.ask()
            watch.dismiss()
            laterWatch.ask()
            await later.wait()
            gate.signal()
        }
        await isOver.value
        #expect(count.value == 0)
    }

    private static func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }

    @Test("A post that does not return is detected, however many came before it")
    func posting() async {
        let count = Count()
        let watch = PostingWatch(timeout: 0.2) { count.add() }
        await Task.detached {
            for _ in 0..<100 { watch.post {} }
        }.value
        #expect(count.value == 0)
        let gate = DispatchSemaphore(value: 0)
        let posting = Task.detached { watch.post { gate.wait() } }
        await count.wait()
        gate.signal()
        await posting.value
        #expect(count.value == 1)
    }

    @Test("Each diagnosis describes what happened and what to do, in one line")
    func texts() {
        for diagnosis in Diagnosis.allCases {
            #expect(diagnosis.text.hasPrefix("playhead: ") && !diagnosis.text.contains("\n") && diagnosis.text.hasSuffix("."))
        }
    }
}
