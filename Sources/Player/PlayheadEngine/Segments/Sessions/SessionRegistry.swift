/// The sessions of one presentation that have not ended: closing waits for all of them.
final class SessionRegistry: Sendable {
    private struct State {
        var running: [RenditionSession] = []
        /// Sessions that were stopped and may not have ended yet.
        var ending: [RenditionSession] = []
        var isClosed = false
    }

    private let state = Locked(State())

    /// Whether new sessions are refused.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// The number of sessions that were stopped and have not ended.
    var endingCount: Int { state.withLock { $0.ending.count } }

    /// Starts a session.
    /// - Returns: False if the registry is closed.
    @discardableResult
    func start(_ session: RenditionSession) -> Bool {
        let isStarted = state.withLock { state in
            if !state.isClosed { state.running.append(session) }
            return !state.isClosed
        }
        if isStarted { session.start() }
        return isStarted
    }

    /// Stops a session, and removes it once its tasks and its thread have ended.
    func end(_ session: RenditionSession?) {
        guard let session else { return }
        state.withLock { state in
            state.running.removeAll { $0 === session }
            state.ending.append(session)
        }
        session.stop()
        Task {
            await session.join()
            state.withLock { state in state.ending.removeAll { $0 === session } }
        }
    }

    /// Stops one session and starts another one.
    func replace(_ old: RenditionSession?, with session: RenditionSession) {
        end(old)
        start(session)
    }

    /// Prevents sessions from starting.
    func refuse() { state.withLock { $0.isClosed = true } }

    /// Stops all sessions and waits for their end.
    func close() async {
        let sessions = state.withLock { state in
            state.isClosed = true
            return state.running + state.ending
        }
        for session in sessions { session.stop() }
        for session in sessions { await session.join() }
    }
}
