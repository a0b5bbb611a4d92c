import Dispatch
import Foundation
import Synchronization

/// Detects a notification whose posting does not return.
///
/// swift-corelibs-foundation waits for the queue of an observer. If jobs of the main queue run on other threads than the main thread, as on
/// Linux after the first suspension of an async `main`, an observer with `queue: .main` deadlocks.
final class PostingWatch: Sendable {
    /// The shared watch of the process.
    static let shared = PostingWatch { Diagnosis.blockedNotification.write() }

    private struct State {
        /// The number of postings.
        var count = 0
        var isPosting = false
        var isWatching = false
    }

    /// The timeout of observers in seconds.
    private let timeout: Double
    private let warn: @Sendable () -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - timeout: The timeout of observers in seconds.
    ///   - warn: Called after the timeout, on any thread.
    init(timeout: Double = 3, warn: @escaping @Sendable () -> Void) {
        self.timeout = timeout
        self.warn = warn
    }

    /// Posts with `body`, which is watched where a deadlock is possible.
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

    /// Checks later whether posting number `count` is still in progress.
    private func look(after count: Int) {
        DispatchQueue.global().asyncAfter(deadline: .now() + timeout) {
            let now = self.state.withLock { state in
                if !state.isPosting || state.count == count { state.isWatching = false }
                return state
            }
            guard now.isPosting else { return }
            if now.count == count { self.warn() } else { self.look(after: now.count) }
        }
    }
}
