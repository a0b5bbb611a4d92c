import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("The queue of switches", .timeLimit(.minutes(5)))
struct SwitchQueueTests {
    private struct Failure: Error {}

    @Test("Switches do not overlap, and each one cancels the previous one")
    func order() async {
        let log = Locked<[String]>([])
        let queue = SwitchQueue { _ in }
        let (entered, signal) = AsyncStream.makeStream(of: Void.self)
        queue.run {
            log.withLock { $0.append("a begins") }
            signal.yield()
            while !Task.isCancelled { await Task.yield() }
            log.withLock { $0.append("a ends") }
        }
        for await _ in entered { break }
        for name in ["b", "c"] { queue.run { log.withLock { $0.append("\(name) \(Task.isCancelled)") } } }
        await queue.join()
        #expect(log.withLock { $0 } == ["a begins", "a ends", "b true", "c false"])
    }

    @Test("An error is reported, unless the switch was cancelled")
    func errors() async {
        let errors = Locked(0)
        let queue = SwitchQueue { _ in errors.withLock { $0 += 1 } }
        queue.run { throw Failure() }
        await queue.join()
        #expect(errors.withLock { $0 } == 1)
        queue.run { throw CancellationError() }
        await queue.join()
        queue.run {
            while !Task.isCancelled { await Task.yield() }
            throw Failure()
        }
        queue.cancel()
        await queue.join()
        #expect(errors.withLock { $0 } == 1)
    }

    @Test("No switch runs after a cancellation")
    func closed() async {
        let hasRun = Locked(false)
        let queue = SwitchQueue { _ in }
        queue.cancel()
        queue.run { hasRun.withLock { $0 = true } }
        await queue.join()
        #expect(!hasRun.withLock { $0 })
    }
}
