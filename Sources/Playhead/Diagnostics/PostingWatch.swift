import Dispatch
import Foundation
import Synchronization

/// Finds out whether posting a notification returns.
///
/// swift-corelibs-foundation waits for the queue that an observer names. Where the main queue's jobs run on other threads than the main thread, as on Linux once an async `main` has
/// suspended, an observer with `queue: .main` waits for itself.
final class PostingWatch: Sendable {
    /// The process's.
    static let shared = PostingWatch { Diagnosis.blockedNotification.write() }

    private struct State {
        /// Counts postings.
        var count = 0
        var isPosting = false
        var isWatching = false
    }

    /// Seconds that observers may take.
    private let patience: Double
    private let warn: @Sendable () -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - patience: Seconds that observers may take.
    ///   - warn: Called where they take longer, on any thread.
    init(patience: Double = 3, warn: @escaping @Sendable () -> Void) {
        self.patience = patience
        self.warn = warn
    }

    /// Posts by `body`, which is watched where it could wait for itself.
    func post(_ body: () -> Void) {
        guard !Thread.isMainThread else { return body() }
        begin()
        body()
        state.withLock { $0.isPosting = false }
    }

    private func begin() {
        let isFirst = state.withLock { state in
            state.count += 1
            state.isPosting = true
            defer { state.isWatching = true }
            return !state.isWatching
        }
        if isFirst { look(after: state.withLock { $0.count }) }
    }

    /// Looks again later whether posting number `count` is still under way.
    private func look(after count: Int) {
        DispatchQueue.global().asyncAfter(deadline: .now() + patience) {
            let now = self.state.withLock { state in
                if !state.isPosting || state.count == count { state.isWatching = false }
                return state
            }
            guard now.isPosting else { return }
            if now.count == count { self.warn() } else { self.look(after: now.count) }
        }
    }
}
