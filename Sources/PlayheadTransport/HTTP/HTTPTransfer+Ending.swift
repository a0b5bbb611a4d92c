import AsyncHTTPClient
import NIOCore
import NIOHTTP1

extension HTTPTransfer.State {
    /// Removes and returns the promise that holds the server back, which is completed outside of the lock.
    mutating func releaseHeldBack() -> EventLoopPromise<Void>? {
        defer { heldBack = nil }
        timing.endHold(at: .now())
        return heldBack
    }
}

extension HTTPTransfer {
    /// Ends the transfer once. Later calls have no effect, except that a cancellation still drops unread bytes.
    func end(_ result: Result<Void, any Error>, dropsRest: Bool = false) {
        typealias Parts = (
            isFirst: Bool, task: HTTPClient.Task<Void>?, timer: Scheduled<Void>?, heldBack: EventLoopPromise<Void>?,
            head: CheckedContinuation<HTTPResponseHead, any Error>?, body: CheckedContinuation<[UInt8]?, any Error>?,
            handle: HTTPClientHandle?, sample: TransferSample?
        )
        let parts: Parts = state.withLock { state in
            if dropsRest, !state.buffer.isEmpty {
                state.buffer.drop()
                if state.ending != nil { state.ending = result }
            }
            guard state.ending == nil else { return (false, nil, nil, nil, nil, nil, nil, nil) }
            state.ending = result
            let sample = makeSample(&state, result)
            let parts: Parts = (
                true, state.task, state.timer, state.releaseHeldBack(), state.headWaiter, state.bodyWaiter, state.handle, sample
            )
            state.task = nil
            state.timer = nil
            state.headWaiter = nil
            state.bodyWaiter = nil
            state.handle = nil
            return parts
        }
        guard parts.isFirst else { return }
        parts.timer?.cancel()
        // The call has no effect if the client itself reported the end.
        parts.task?.cancel()
        parts.heldBack?.succeed()
        switch result {
        case .success:
            parts.head?.resume(throwing: error(.connectionLost))
            parts.body?.resume(returning: nil)
        case .failure(let failure):
            parts.head?.resume(throwing: failure)
            parts.body?.resume(throwing: failure)
        }
        metrics.report(.ended(number, Self.outcome(of: result), reason: Self.reason(of: result), sample: parts.sample))
        // Releasing the last reference closes the client, which must not happen under the lock.
        withExtendedLifetime(parts.handle) {}
    }

    /// Schedules a check of the reader's waiting time; called with the state locked.
    func scheduleProgressCheck(_ state: inout State, in delay: TimeAmount) {
        state.timer = state.task?.eventLoop.scheduleTask(in: delay) { [weak self] in
            guard let self else { return }
            self.checkProgress()
        }
    }

    private func checkProgress() {
        let isStalled = state.withLock { state in
            state.timer = nil
            guard state.ending == nil, state.bodyWaiter != nil else { return false }
            let left = request.timeouts.progress.timeAmount - (.now() - state.waitingSince)
            guard left > .zero else { return true }
            scheduleProgressCheck(&state, in: left)
            return false
        }
        if isStalled { end(.failure(error(.progressTimeout))) }
    }

    private func makeSample(_ state: inout State, _ result: Result<Void, any Error>) -> TransferSample? {
        // Only a response that was returned to the caller has a plan.
        guard state.buffer.plan != nil else { return nil }
        return state.timing.sample(
            url: url, kind: request.kind, outcome: Self.outcome(of: result), bytes: state.buffer.received, end: .now())
    }

    private static func outcome(of result: Result<Void, any Error>) -> TransferSample.Outcome {
        switch result {
        case .success: .complete
        case .failure(let failure): failure is CancellationError ? .cancelled : .failed
        }
    }

    private static func reason(of result: Result<Void, any Error>) -> LoadError.Reason? {
        guard case .failure(let failure as LoadError) = result else { return nil }
        return failure.reason
    }
}
