import PlayheadCore
import Synchronization

/// The reports of an engine in order, and the tasks that wait for one.
final class ReportLog: Sendable {
    /// The error if the engine fails while another report is awaited.
    struct Failure: Error {
        var error: PlaybackError
    }

    private struct Waiter {
        var id: Int
        var condition: @Sendable (EngineReport) -> Bool
        var continuation: CheckedContinuation<Int, any Error>
    }

    private struct State {
        var reports: [EngineReport] = []
        var isOpen = false
        var isOver = false
        var waiters: [Waiter] = []
        var lastID = 0

        /// Returns the index of the report that a waiter needs, or the error that ends its wait.
        func answer(_ start: Int, _ condition: (EngineReport) -> Bool) -> Result<Int, any Error>? {
            for index in reports.indices.dropFirst(start) {
                if condition(reports[index]) { return .success(index) }
                if case .failed(let error) = reports[index] { return .failure(Failure(error: error)) }
            }
            return nil
        }
    }

    private let state = Mutex(State())

    var all: [EngineReport] { state.withLock { $0.reports } }
    var warnings: [PlaybackError] {
        all.compactMap { if case .warning(let error) = $0 { error } else { nil } }
    }
    var count: Int { state.withLock { $0.reports.count } }

    /// Whether the media was opened. It is asked at each step of a clock, so that no report is searched for it.
    var isOpen: Bool { state.withLock { $0.isOpen } }
    /// Whether playback has ended or failed.
    var isOver: Bool { state.withLock { $0.isOver } }

    func append(_ report: EngineReport) {
        let ready = state.withLock { state -> [(Waiter, Result<Int, any Error>)] in
            state.reports.append(report)
            switch report {
            case .opened: state.isOpen = true
            case .ended, .failed: state.isOver = true
            default: break
            }
            var ready: [(Waiter, Result<Int, any Error>)] = []
            let waiting = state.waiters
            state.waiters = []
            for waiter in waiting {
                // None of the earlier reports was the one.
                if let answer = state.answer(state.reports.count - 1, waiter.condition) {
                    ready.append((waiter, answer))
                } else {
                    state.waiters.append(waiter)
                }
            }
            return ready
        }
        for (waiter, answer) in ready { waiter.continuation.resume(with: answer) }
    }

    /// Returns whether a report from number `start` on satisfies a condition; if none does, `start` becomes the number of the next report.
    /// - Throws: ``Failure`` if the engine has failed instead.
    func contains(from start: inout Int, _ condition: (EngineReport) -> Bool) throws -> Bool {
        let (answer, count) = state.withLock { ($0.answer(start, condition), $0.reports.count) }
        guard let answer else {
            start = count
            return false
        }
        _ = try answer.get()
        return true
    }

    /// Waits for the first report from number `start` on that satisfies a condition.
    /// - Returns: The index of the report.
    /// - Throws: ``Failure``, and `CancellationError` when the time limit of the test has passed.
    func wait(from start: Int, for condition: @escaping @Sendable (EngineReport) -> Bool) async throws -> Int {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Int, any Error>) in
                let answer: Result<Int, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if let answer = state.answer(start, condition) { return answer }
                    state.waiters.append(Waiter(id: id, condition: condition, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }
}
