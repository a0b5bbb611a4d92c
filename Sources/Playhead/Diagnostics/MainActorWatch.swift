import Dispatch
import Synchronization

/// Finds out whether the main actor runs: who waits for a player while the main thread is blocked would otherwise hang without a word.
final class MainActorWatch: Sendable {
    /// The process's.
    static let shared = MainActorWatch { Diagnosis.blockedMainActor.write() }

    private struct State {
        var isWatching = false
        /// Counts questions.
        var asked = 0
        /// The last one that the main actor answered.
        var answered = 0
    }

    /// Seconds that the main actor may take.
    private let patience: Double
    private let warn: @Sendable () -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - patience: Seconds that the main actor may take for an answer.
    ///   - warn: Called where it takes longer, on any thread.
    init(patience: Double = 5, warn: @escaping @Sendable () -> Void) {
        self.patience = patience
        self.warn = warn
    }

    /// Asks the main actor for an answer, if no question is open; from any thread, without waiting.
    func ask() {
        let question: Int? = state.withLock { state in
            guard !state.isWatching else { return nil }
            state.isWatching = true
            state.asked += 1
            return state.asked
        }
        guard let question else { return }
        Task { @MainActor in self.state.withLock { $0.answered = question } }
        DispatchQueue.global().asyncAfter(deadline: .now() + patience) { self.check(question) }
    }

    /// Withdraws the open question, because nobody waits for the main actor; from any thread.
    func dismiss() { state.withLock { $0.answered = $0.asked } }

    /// Whether the main actor has answered all that was asked.
    var isAnswered: Bool { state.withLock { $0.answered == $0.asked } }

    private func check(_ question: Int) {
        let isAnswered = state.withLock { state in
            state.isWatching = false
            return state.answered >= question
        }
        if !isAnswered { warn() }
    }
}
