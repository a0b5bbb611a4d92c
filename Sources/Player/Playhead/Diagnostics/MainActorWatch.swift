import Dispatch
import Synchronization

/// Detects a blocked main actor: without a diagnosis, code that waits for a player while the main thread is blocked would hang silently.
final class MainActorWatch: Sendable {
    /// The shared watch of the process.
    static let shared = MainActorWatch { Diagnosis.blockedMainActor.write() }

    private struct State {
        var isWatching = false
        /// The number of requests.
        var asked = 0
        /// The last request that the main actor answered.
        var answered = 0
    }

    /// The timeout of the main actor in seconds.
    private let timeout: Double
    private let warn: @Sendable () -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - timeout: The timeout of the main actor in seconds.
    ///   - warn: Called after the timeout, on any thread.
    init(timeout: Double = 5, warn: @escaping @Sendable () -> Void) {
        self.timeout = timeout
        self.warn = warn
    }

    /// Requests an answer of the main actor, unless a request is pending; from any thread, without waiting.
    func ask() {
        let question: Int? = state.withLock { state in
            guard !state.isWatching else { return nil }
            state.isWatching = true
            state.asked += 1
            return state.asked
        }
        guard let question else { return }
        Task { @MainActor in self.state.withLock { $0.answered = question } }
        DispatchQueue.global().asyncAfter(deadline: .now() + timeout) { self.check(question) }
    }

    /// Withdraws the pending request, because no code waits for the main actor; from any thread.
    func dismiss() { state.withLock { $0.answered = $0.asked } }

    /// Whether the main actor has answered all requests.
    var isAnswered: Bool { state.withLock { $0.answered == $0.asked } }

    private func check(_ question: Int) {
        let isAnswered = state.withLock { state in
            state.isWatching = false
            return state.answered >= question
        }
        if !isAnswered { warn() }
    }
}
