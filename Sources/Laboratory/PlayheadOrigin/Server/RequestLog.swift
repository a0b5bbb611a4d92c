import Synchronization

/// The requests of an origin, in order, and the tasks that wait for a condition on them. Of very many requests the latest are kept.
final class RequestLog: Sendable {
    /// The number of requests from which the earlier half is removed, so that an origin can serve for days.
    static let maximumCount = 20_000
    /// The length of all texts in requests from which the earlier half is removed as well, in bytes.
    static let maximumLength = 32 << 20

    private struct Waiter {
        let id: UInt64
        let condition: @Sendable ([RequestRecord]) -> Bool
        let continuation: CheckedContinuation<[RequestRecord], any Error>
    }

    private struct State {
        var records: [RequestRecord] = []
        /// The index of the first record; increases when the log is cleared.
        var firstIndex = 0
        /// The length of the texts in all records.
        var length = 0
        var waiters: [Waiter] = []
        var lastID: UInt64 = 0

        /// Removes the waiters whose condition is fulfilled, and returns them with the records. Without such a waiter nothing shares the
        /// records, which the next change would have to copy.
        mutating func takeSatisfiedWaiters() -> [(Waiter, [RequestRecord])] {
            var satisfied: [(Waiter, [RequestRecord])] = []
            waiters.removeAll { waiter in
                guard waiter.condition(records) else { return false }
                satisfied.append((waiter, records))
                return true
            }
            return satisfied
        }
    }

    private let state = Mutex(State())

    var records: [RequestRecord] { state.withLock { $0.records } }

    func clear() {
        state.withLock { state in
            state.firstIndex += state.records.count
            state.records.removeAll()
            state.length = 0
        }
    }

    /// Adds a request.
    ///
    /// - Returns: The index of the request, for ``update(_:_:)``.
    func append(_ make: (_ index: Int) -> RequestRecord) -> Int {
        change { state in
            if state.records.count >= Self.maximumCount || state.length >= Self.maximumLength {
                let half = (state.records.count + 1) / 2
                state.length -= state.records.prefix(half).reduce(0) { $0 + $1.length }
                state.records.removeFirst(half)
                state.firstIndex += half
            }
            let index = state.firstIndex + state.records.count
            let record = make(index)
            state.length += record.length
            state.records.append(record)
            return index
        }
    }

    /// Changes a record, unless it was removed in the meantime.
    func update(_ index: Int, _ body: (inout RequestRecord) -> Void) {
        change { state in
            let position = index - state.firstIndex
            guard state.records.indices.contains(position) else { return }
            body(&state.records[position])
        }
    }

    func wait(until condition: @escaping @Sendable ([RequestRecord]) -> Bool) async throws -> [RequestRecord] {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<[RequestRecord], any Error>) in
                // A cancellation before this point found no waiter; check for it here, under the same lock.
                let result: Result<[RequestRecord], any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if condition(state.records) { return .success(state.records) }
                    state.waiters.append(Waiter(id: id, condition: condition, continuation: continuation))
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    private func change<Value>(_ body: (inout State) -> Value) -> Value {
        let (value, woken) = state.withLock { state in (body(&state), state.takeSatisfiedWaiters()) }
        for (waiter, records) in woken { waiter.continuation.resume(returning: records) }
        return value
    }
}
