/// Decides which failures are retried, how often, and after which delay: a value without clock or random numbers. Everything that repeats
/// requests uses it: ``RetryingLoader``, and those that clear ``LoadRequest/isRetried`` and repeat their requests themselves.
package struct RetryPolicy: Sendable, Hashable {
    /// The maximum number of retries, 0 or more.
    package var retries: Int
    /// The maximum number of retries after timeouts; 1 by default.
    package var retriesAfterTimeouts = 1
    /// The delay before the first retry, in seconds.
    package var baseDelay: Double
    /// The factor of each further delay, at least 1.
    package var multiplier: Double
    /// The maximum delay in seconds; a longer `Retry-After` of the server ends the retries.
    package var maximumDelay: Double
    /// The random share of a delay, from 0 to 1: with 0.5, the delay is half to all of it.
    package var jitter: Double

    /// Creates a policy.
    /// - Parameters:
    ///   - retries: The maximum number of retries; 3 by default.
    ///   - baseDelay: The delay before the first retry in seconds; 0.5 by default.
    ///   - multiplier: The factor of each further delay; 2 by default.
    ///   - maximumDelay: The maximum delay in seconds; 8 by default.
    ///   - jitter: The random share of a delay, from 0 to 1; 0.5 by default.
    package init(retries: Int = 3, baseDelay: Double = 0.5, multiplier: Double = 2, maximumDelay: Double = 8, jitter: Double = 0.5) {
        self.retries = retries
        self.baseDelay = baseDelay
        self.multiplier = multiplier
        self.maximumDelay = maximumDelay
        self.jitter = jitter
    }

    /// A policy without retries.
    package static let never = RetryPolicy(retries: 0)

    /// Returns whether a failure is transient.
    package func isTransient(_ error: LoadError) -> Bool {
        switch error.reason {
        case .hostNotFound, .unreachable, .headTimeout, .progressTimeout, .connectionLost, .incomplete: true
        // Request timeout, too early, too many requests, and failures of a server or gateway, but not those that are permanent: a method or
        // a version of HTTP that is not supported (RFC 9110 §15.6).
        case .status(let status): [408, 425, 429].contains(status) || (500...599).contains(status) && status != 501 && status != 505
        case .invalidURL, .invalidRequest, .untrusted, .redirectLoop, .redirectRefused, .invalidResponse, .tooLarge, .undecodable,
            .fileUnreadable,
            .shutDown, .referenceForbidden, .networkForbidden,
            .bodyUsed:
            false
        }
    }

    /// Returns the delay before the next attempt.
    /// - Parameters:
    ///   - retry: The number of the retry, from 1.
    ///   - error: The last failure.
    ///   - random: A number from 0 to 1.
    /// - Returns: The delay in seconds, or `nil` to give up.
    package func delay(beforeRetry retry: Int, after error: LoadError, random: Double) -> Double? {
        guard retry >= 1, retry <= retries, isTransient(error) else { return nil }
        switch error.reason {
        case .headTimeout, .progressTimeout: guard retry <= retriesAfterTimeouts else { return nil }
        default: break
        }
        var delay = max(0, baseDelay)
        for _ in 1..<retry where delay < maximumDelay { delay *= max(1, multiplier) }
        delay = min(delay, maximumDelay)
        delay *= 1 - min(max(jitter, 0), 1) * (1 - min(max(random, 0), 1))
        guard let wish = error.retryAfter else { return delay }
        return wish <= maximumDelay ? max(wish, delay) : nil
    }
}
