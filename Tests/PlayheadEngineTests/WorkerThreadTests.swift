import Foundation
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("A thread for blocking work", .timeLimit(.minutes(5)))
struct WorkerThreadTests {
    @Test("Several tasks can wait for the thread, also after its end")
    func joining() async {
        let queue = ByteQueue(capacity: 1)
        let isDone = Locked(false)
        let thread = WorkerThread(name: "playhead.test") {
            var byte: [UInt8] = [0]
            _ = try? byte.withUnsafeMutableBytes { try queue.read(into: $0) }
            isDone.withLock { $0 = true }
        }
        async let first: Void = thread.join()
        async let second: Void = thread.join()
        queue.append([1])
        _ = await (first, second)
        #expect(isDone.withLock { $0 })
        await thread.join()
    }

    @Test("The thread has a name in the system", .enabled(if: ProcessTable.isThere))
    func name() async {
        let name = Locked("")
        let thread = WorkerThread(name: "playhead.test") {
            let own = (try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)) ?? ""
            name.withLock { $0 = own.trimmingCharacters(in: .whitespacesAndNewlines) }
        }
        await thread.join()
        #expect(name.withLock { $0 } == "playhead.test")
    }
}
