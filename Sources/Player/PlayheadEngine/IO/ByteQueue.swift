import Foundation

/// A queue of bytes from an asynchronous producer to a thread that blocks until they arrive.
///
/// `@unchecked Sendable`: every access to the mutable state is under `condition`.
final class ByteQueue: @unchecked Sendable {
    private let condition = TimedCondition()
    private var capacity: Int
    private var chunks: [[UInt8]] = []
    private var firstChunk = 0
    private var consumed = 0
    private var available = 0
    private var end: Result<Void, any Error>?
    private var isInterrupted = false
    private var isCancelled = false
    private var roomWaiter: CheckedContinuation<Bool, Never>?
    /// Whether the reader waits for more bytes.
    private var isAwaited = false
    private var emptyWaiter: CheckedContinuation<Void, Never>?

    /// - Parameter capacity: The number of bytes from which on a producer waits.
    init(capacity: Int) { self.capacity = capacity }

    private func locked<R>(_ body: () throws -> R) rethrows -> R {
        condition.lock()
        defer { condition.unlock() }
        return try body()
    }

    /// Appends a chunk, then waits until there is room for more.
    /// - Returns: Whether the queue is still read.
    func write(_ chunk: [UInt8]) async -> Bool {
        append(chunk)
        return await withCheckedContinuation { continuation in
            let answer: Bool? = locked {
                if isCancelled { return false }
                if available < capacity { return true }
                roomWaiter = continuation
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// Appends a chunk without waiting.
    func append(_ chunk: [UInt8]) {
        locked {
            guard !isCancelled, !chunk.isEmpty else { return }
            chunks.append(chunk)
            available += chunk.count
            condition.broadcast()
        }
    }

    /// Changes the number of bytes from which on a producer waits.
    func setCapacity(_ capacity: Int) {
        let waiter: CheckedContinuation<Bool, Never>? = locked {
            self.capacity = capacity
            guard available < capacity else { return nil }
            defer { roomWaiter = nil }
            return roomWaiter
        }
        waiter?.resume(returning: true)
    }

    /// Waits until the reader requests more bytes than the queue holds, or reading ends. Called by one task at a time.
    func waitUntilEmpty() async {
        await withCheckedContinuation { continuation in
            let isOver = locked {
                if isCancelled || isInterrupted || available == 0 && (isAwaited || end != nil) { return true }
                emptyWaiter = continuation
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    private func takeEmptyWaiter() -> CheckedContinuation<Void, Never>? {
        defer { emptyWaiter = nil }
        return emptyWaiter
    }

    /// Marks the end of the bytes, with or without an error. Only the first call has an effect.
    func finish(_ error: (any Error)? = nil) {
        locked {
            if end == nil { end = error.map { .failure($0) } ?? .success(()) }
            condition.broadcast()
        }
    }

    /// Reads up to `buffer.count` bytes, waiting for at least one.
    /// - Returns: The number of bytes; 0 at the end.
    /// - Throws: The error passed to ``finish(_:)``; `CancellationError` after ``interrupt()`` or ``cancel()``.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let (count, waiter): (Int, CheckedContinuation<Bool, Never>?) = try locked {
            defer { isAwaited = false }
            while available == 0 {
                isAwaited = true
                takeEmptyWaiter()?.resume()
                if isCancelled || isInterrupted { throw CancellationError() }
                switch end {
                case .failure(let error): throw error
                case .success: return (0, nil)
                case nil: condition.wait()
                }
            }
            if isCancelled || isInterrupted { throw CancellationError() }
            let count = take(into: buffer)
            guard available < capacity else { return (count, nil) }
            defer { roomWaiter = nil }
            return (count, roomWaiter)
        }
        waiter?.resume(returning: true)
        return count
    }

    /// Skips `count` bytes if all of them are in the queue.
    func skip(_ count: Int) -> Bool {
        let (done, waiter): (Bool, CheckedContinuation<Bool, Never>?) = locked {
            guard count <= available, !isCancelled else { return (false, nil) }
            var rest = count
            while rest > 0 {
                let step = min(rest, chunks[firstChunk].count - consumed)
                advance(by: step)
                rest -= step
            }
            guard available < capacity else { return (true, nil) }
            defer { roomWaiter = nil }
            return (true, roomWaiter)
        }
        waiter?.resume(returning: true)
        return done
    }

    /// Makes a waiting read and all later reads throw until ``resume()``.
    func interrupt() {
        locked {
            isInterrupted = true
            takeEmptyWaiter()?.resume()
            condition.broadcast()
        }
    }

    /// Ends an interruption.
    func resume() { locked { isInterrupted = false } }

    /// Drops all bytes; readers throw, producers are requested to stop.
    func cancel() {
        let waiter = locked {
            isCancelled = true
            chunks = []
            available = 0
            takeEmptyWaiter()?.resume()
            condition.broadcast()
            defer { roomWaiter = nil }
            return roomWaiter
        }
        waiter?.resume(returning: false)
    }

    private func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var filled = 0
        while filled < buffer.count, available > 0 {
            let chunk = chunks[firstChunk]
            let step = min(buffer.count - filled, chunk.count - consumed)
            chunk.withUnsafeBytes { bytes in
                UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<filled + step])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[consumed..<consumed + step]))
            }
            filled += step
            advance(by: step)
        }
        return filled
    }

    private func advance(by count: Int) {
        consumed += count
        available -= count
        guard consumed == chunks[firstChunk].count else { return }
        chunks[firstChunk] = []
        firstChunk += 1
        consumed = 0
        // If the producer is always ahead, the queue is never empty, so chunks that were read are removed in bulk.
        let many = 64
        if firstChunk == chunks.count || firstChunk >= max(many, chunks.count / 2) {
            chunks.removeFirst(firstChunk)
            firstChunk = 0
        }
    }
}
