import Foundation

/// Runs of segments from the fetching task to the demuxing thread.
///
/// `@unchecked Sendable`: every access to the mutable state is under `condition`.
final class RunQueue: @unchecked Sendable {
    private let condition = NSCondition()
    private var runs: [SegmentRun] = []
    private var current: SegmentRun?
    private var isFinished = false
    private var failure: (any Error)?
    private var isCancelled = false
    private var roomWaiter: CheckedContinuation<Void, Never>?
    /// Runs that may wait to be read.
    private static let capacity = 8

    /// Adds a run whose bytes are about to come.
    func append(_ run: SegmentRun) {
        condition.lock()
        defer { condition.unlock() }
        guard !isCancelled else { return run.cancel() }
        runs.append(run)
        condition.broadcast()
    }

    /// Waits until few enough runs wait to be read. One task at a time.
    func waitForRoom() async {
        await withCheckedContinuation { continuation in
            condition.lock()
            let hasRoom = isCancelled || runs.count < Self.capacity
            if !hasRoom { roomWaiter = continuation }
            condition.unlock()
            if hasRoom { continuation.resume() }
        }
    }

    private func letGo() {
        roomWaiter?.resume()
        roomWaiter = nil
    }

    /// Says that no run will follow, because it is the end or because of an error.
    func finish(_ error: (any Error)? = nil) {
        condition.lock()
        defer { condition.unlock() }
        isFinished = true
        failure = failure ?? error
        condition.broadcast()
    }

    /// The next run, waiting for it, or `nil` at the end.
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
        letGo()
        return current
    }

    /// Ends all runs and all waiting.
    func cancel() {
        condition.lock()
        defer { condition.unlock() }
        isCancelled = true
        for run in runs { run.cancel() }
        current?.cancel()
        runs = []
        letGo()
        condition.broadcast()
    }
}
