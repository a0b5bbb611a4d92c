import NIOCore
import NIOHTTP1

/// Work that a transfer gives to its loop, outside of its lock.
struct TransferLoopWork {
    var handle: HTTPClientHandle
    var work: TransferLoop.Work

    func perform() { handle.loop.execute(work) }
}

extension HTTPTransfer {
    /// Returns the work that lets the server continue, if it is held back; called with the state locked.
    func release(_ state: inout State) -> [TransferLoopWork] {
        guard state.isHeldBack, let handle = state.handle else { return [] }
        state.isHeldBack = false
        return [TransferLoopWork(handle: handle) { [identity, number = handle.number] core in core.client(number)?.resume(identity) }]
    }

    /// Returns the work that lets the loop check the reader's waiting time, unless it will; called with the state locked.
    func scheduleProgressCheck(_ state: inout State) -> [TransferLoopWork] {
        guard !state.isTimed, let handle = state.handle else { return [] }
        state.isTimed = true
        let deadline = NIODeadline.now() + request.timeouts.progress.timeAmount
        let work = TransferLoopWork(handle: handle) { [identity, number = handle.number] core in
            core.client(number)?.setDeadline(deadline, of: identity)
        }
        return [work]
    }

    /// Handles that the time for the head, for discarding, or for progress may be over, and returns the time of the next check. Called on
    /// the loop.
    func handleDeadline(at now: NIODeadline) -> NIODeadline? {
        var reason: LoadError.Reason?
        var isDiscarding = false
        let next = state.withLock { state -> NIODeadline? in
            state.isTimed = false
            guard state.ending == nil else { return nil }
            guard state.head != nil else {
                reason = .headTimeout
                return nil
            }
            isDiscarding = state.isDiscarding
            guard !isDiscarding, state.bodyWaiter != nil else { return nil }
            let due = state.waitingSince + request.timeouts.progress.timeAmount
            guard due > now else {
                reason = .progressTimeout
                return nil
            }
            state.isTimed = true
            return due
        }
        if let reason { end(.failure(error(reason))) }
        if isDiscarding { cancel() }
        return next
    }

    /// Ends the transfer once. Later calls have no effect, except that a cancellation still drops unread bytes.
    func end(_ result: Result<Void, any Error>, dropsRest: Bool = false) {
        typealias Parts = (
            head: CheckedContinuation<HTTPResponseHead, any Error>?, body: CheckedContinuation<[UInt8]?, any Error>?,
            handle: HTTPClientHandle?
        )
        let parts: Parts? = state.withLock { state in
            if dropsRest, !state.buffer.isEmpty {
                state.buffer.drop()
                if state.ending != nil { state.ending = result }
            }
            guard state.ending == nil else { return nil }
            state.ending = result
            state.descriptor = nil
            let parts: Parts = (state.headWaiter, state.bodyWaiter, state.handle)
            state.headWaiter = nil
            state.bodyWaiter = nil
            state.handle = nil
            return parts
        }
        guard let parts else { return }
        // The work has no effect if the loop itself reported the end.
        if let handle = parts.handle {
            handle.loop.execute { [identity, number = handle.number] core in core.client(number)?.remove(identity) }
        }
        switch result {
        case .success:
            parts.head?.resume(throwing: error(.connectionLost))
            parts.body?.resume(returning: nil)
            recorder.end(nil)
        case .failure(let failure):
            parts.head?.resume(throwing: failure)
            parts.body?.resume(throwing: failure)
            recorder.end(failure)
        }
        // Releasing the last reference closes the client, which must not happen under the lock.
        withExtendedLifetime(parts.handle) {}
    }
}
