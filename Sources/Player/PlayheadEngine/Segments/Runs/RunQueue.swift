import Foundation

/// The runs of segments between the fetching task and the demuxing thread.
///
/// `@unchecked Sendable`: every access to the mutable state is under `condition`.
final class RunQueue: @unchecked Sendable {
    private let condition = TimedCondition()
    private var runs: [SegmentRun] = []
    private var current: SegmentRun?
    private var isFinished = false
    private var failure: (any Error)?
    private var isCancelled = false
    private var roomWaiter: CheckedContinuation<Void, Never>?
    /// The maximum number of runs in the queue.
    private static let capacity = 8

    /// Appends a run whose bytes follow.
    func append(_ run: SegmentRun) {
        let isTaken = condition.withLock {
            guard !isCancelled else { return false }
            runs.append(run)
            condition.broadcast()
            return true
        }
        if !isTaken { run.cancel() }
    }

    /// Waits until there is room for another run. Called by one task at a time.
    func waitForRoom() async {
        await withCheckedContinuation { continuation in
            condition.lock()
            let hasRoom = isCancelled || runs.count < Self.capacity
            if !hasRoom { roomWaiter = continuation }
            condition.unlock()
            if hasRoom { continuation.resume() }
        }
    }

    private func resumeWaiter() {
        roomWaiter?.resume()
        roomWaiter = nil
    }

    /// Finishes the queue after its pending runs, with or without an error.
    func finish(_ error: (any Error)? = nil) {
        condition.lock()
        defer { condition.unlock() }
        isFinished = true
        failure = failure ?? error
        condition.broadcast()
    }

    /// Waits for the next run and returns it; `nil` at the end.
    func next() throws -> SegmentRun? {
        condition.lock()
        defer { condition.unlock() }
        while runs.isEmpty, !isFinished, !isCancelled { condition.wait() }
        if isCancelled { throw CancellationError() }
        guard !runs.isEmpty else {
            if let failure { throw failure }
            return nil
        }
        current = runs.removeFirst()
        resumeWaiter()
        return current
    }

    /// Cancels all runs and resumes all waiters.
    func cancel() {
        let cancelled = condition.withLock {
            isCancelled = true
            defer { runs = [] }
            resumeWaiter()
            condition.broadcast()
            return runs + [current].compactMap(\.self)
        }
        for run in cancelled { run.cancel() }
    }
}
