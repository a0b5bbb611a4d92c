import PlayheadCore

/// Retries requests after transient failures.
///
/// ``load(_:)`` retries until a head has arrived; the reader resumes a body that fails later. ``loadWhole(_:upTo:)`` retries until the body
/// is complete.
package struct RetryingLoader: Loader {
    private let base: any Loader
    private let policy: RetryPolicy
    private let clock: any PlaybackClock
    private let random: @Sendable () -> Double

    /// Creates a loader with retries.
    /// - Parameters:
    ///   - base: The loader for each attempt.
    ///   - policy: The retry policy.
    ///   - clock: The clock for delays.
    ///   - random: Returns numbers from 0 to 1.
    package init(
        _ base: any Loader, policy: RetryPolicy = RetryPolicy(), clock: any PlaybackClock,
        random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.base = base
        self.policy = policy
        self.clock = clock
        self.random = random
    }

    /// Loads with retries; throws the last failure.
    package func load(_ request: LoadRequest) async throws -> LoadResponse {
        try await retrying(request) { try await base.load($0) }
    }

    /// Loads completely with retries; throws the last failure.
    package func loadWhole(_ request: LoadRequest, upTo limit: Int) async throws -> (response: LoadResponse, bytes: [UInt8]) {
        try await retrying(request) { try await base.loadWhole($0, upTo: limit) }
    }

    private func retrying<Value>(_ request: LoadRequest, _ attempt: (LoadRequest) async throws -> Value) async throws -> Value {
        var request = request
        var retry = 0
        while true {
            do {
                return try await attempt(request)
            } catch let error as LoadError {
                retry += 1
                guard request.isRetried, let delay = policy.delay(beforeRetry: retry, after: error, random: random()) else { throw error }
                try await clock.sleep(for: delay)
                request.attempt = request.attempt.saturatingAdding(1)
            }
        }
    }
}
