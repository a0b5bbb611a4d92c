import Foundation
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("The queue from a transfer to a blocking reader", .timeLimit(.minutes(5)))
struct ByteQueueTests {
    private struct Broken: Error {}

    /// Reads up to `count` bytes in one call.
    private func read(_ queue: ByteQueue, _ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = try bytes.withUnsafeMutableBytes { try queue.read(into: $0) }
        return Array(bytes.prefix(got))
    }

    /// Starts one read on a separate thread, and returns its outcome.
    private func reader(_ queue: ByteQueue) -> (thread: WorkerThread, outcome: Locked<Result<Int, any Error>?>) {
        let outcome = Locked<Result<Int, any Error>?>(nil)
        let thread = WorkerThread(name: "test.read") {
            var bytes = [UInt8](repeating: 0, count: 16)
            let result = Result { try bytes.withUnsafeMutableBytes { try queue.read(into: $0) } }
            outcome.withLock { $0 = result }
        }
        return (thread, outcome)
    }

    @Test("Bytes are read as they were written, across chunks of any size, and the producer is throttled")
    func passing() async throws {
        let queue = ByteQueue(capacity: 1000)
        let total = 300_000
        let sum = Locked((count: 0, isRight: true))
        let thread = WorkerThread(name: "test.read") {
            var numbers = SeededGenerator(seed: 2)
            var position = 0
            while let bytes = try? read(queue, .random(in: 1...700, using: &numbers)), !bytes.isEmpty {
                let isRight = bytes.enumerated().allSatisfy { $1 == UInt8(truncatingIfNeeded: (position + $0) &* 31) }
                position += bytes.count
                let reached = position
                sum.withLock { $0 = (reached, $0.isRight && isRight) }
            }
        }
        var numbers = SeededGenerator(seed: 1)
        var position = 0
        while position < total {
            let count = min(total - position, .random(in: 1...900, using: &numbers))
            #expect(await queue.write((0..<count).map { UInt8(truncatingIfNeeded: (position + $0) &* 31) }))
            position += count
            // A producer continues as soon as fewer bytes than the capacity are left.
            #expect(position - sum.withLock { $0.count } <= 1000 + 900 + 700)
        }
        queue.finish()
        await thread.join()
        #expect(sum.withLock { $0.count } == total && sum.withLock { $0.isRight })
    }

    @Test("Bytes before an error or the end are read first")
    func ends() throws {
        for isError in [true, false] {
            let queue = ByteQueue(capacity: 10)
            queue.append([1, 2, 3])
            queue.finish(isError ? Broken() : nil)
            queue.finish(CancellationError())
            #expect(try read(queue, 2) == [1, 2])
            #expect(try read(queue, 5) == [3])
            if isError { #expect(throws: Broken.self) { try read(queue, 1) } } else { #expect(try read(queue, 1) == []) }
        }
    }

    @Test("An interrupted read throws, and no byte is lost after it is resumed")
    func interruption() async throws {
        let queue = ByteQueue(capacity: 10)
        let (thread, outcome) = reader(queue)
        queue.interrupt()
        await thread.join()
        #expect(throws: CancellationError.self) { try outcome.withLock { $0 }?.get() }
        queue.append([7, 8])
        #expect(throws: CancellationError.self) { try read(queue, 1) }
        queue.resume()
        #expect(try read(queue, 2) == [7, 8])
    }

    @Test("Cancelling releases a waiting reader and a waiting producer permanently")
    func cancelling() async throws {
        let empty = ByteQueue(capacity: 10)
        let (thread, outcome) = reader(empty)
        empty.cancel()
        await thread.join()
        #expect(throws: CancellationError.self) { try outcome.withLock { $0 }?.get() }
        let full = ByteQueue(capacity: 2)
        async let answer = full.write([1, 2, 3])
        full.cancel()
        #expect(await answer == false)
        #expect(await full.write([1]) == false)
        #expect(throws: CancellationError.self) { try read(full, 1) }
        #expect(!full.skip(1))
    }

    @Test("Skips all requested bytes or none")
    func skipping() async throws {
        let queue = ByteQueue(capacity: 4)
        queue.append([1, 2, 3])
        queue.append([4, 5])
        #expect(!queue.skip(6))
        #expect(queue.skip(4))
        #expect(try read(queue, 9) == [5])
        async let answer = queue.write([1, 2, 3, 4, 5, 6])
        try await eventually("there are six bytes") { queue.skip(6) }
        #expect(await answer)
    }
}
