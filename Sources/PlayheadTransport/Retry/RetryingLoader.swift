import PlayheadCore

/// Tries again what failed in a way that may pass.
///
/// ``load(_:)`` tries again until a head is there; a body that breaks off later is the reader's to resume. ``loadWhole(_:upTo:)`` tries
/// again until the body is whole.
public struct RetryingLoader: Loader {
    private let base: any Loader
    private let policy: RetryPolicy
    private let clock: any PlaybackClock
    private let random: @Sendable () -> Double

    /// Puts retries around a loader.
    /// - Parameters:
    ///   - base: What loads.
    ///   - policy: When to try again.
    ///   - clock: By which to wait.
    ///   - random: Gives numbers from 0 to 1.
    public init(
        _ base: any Loader, policy: RetryPolicy = RetryPolicy(), clock: any PlaybackClock,
        random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.base = base
        self.policy = policy
        self.clock = clock
        self.random = random
    }

    /// Loads, trying again as the policy says; throws the last failure.
    public func load(_ request: LoadRequest) async throws -> LoadResponse {
        try await retrying(request) { try await base.load(request) }
    }

    /// Loads whole, trying again as the policy says; throws the last failure.
    public func loadWhole(_ request: LoadRequest, upTo limit: Int) async throws -> (response: LoadResponse, bytes: [UInt8]) {
        try await retrying(request) { try await base.loadWhole(request, upTo: limit) }
    }

    private func retrying<Value>(_ request: LoadRequest, _ attempt: () async throws -> Value) async throws -> Value {
        var retry = 0
        while true {
            do {
                return try await attempt()
            } catch let error as LoadError {
                retry += 1
                guard request.isRetried, let delay = policy.delay(beforeRetry: retry, after: error, random: random()) else { throw error }
                try await clock.sleep(for: delay)
            }
        }
    }
}
