/// Which failures are worth another try, how many tries there are, and how long to wait between them: a value without clock or dice.
public struct RetryPolicy: Sendable, Hashable {
    /// How many further tries there are after the first, 0 or more.
    public var retries: Int
    /// How many of them there are at most after failures that took a whole time limit each; 1 by default.
    public var retriesAfterTimeouts = 1
    /// Seconds before the first further try.
    public var baseDelay: Double
    /// What each further delay is multiplied by, at least 1.
    public var multiplier: Double
    /// The longest delay, in seconds; a longer wish of the server's (`Retry-After`) ends the tries.
    public var maximumDelay: Double
    /// Which part of a delay is left to chance, 0 to 1: with 0.5, half to all of it.
    public var jitter: Double

    /// Makes a policy.
    /// - Parameters:
    ///   - retries: How many further tries; 3 by default.
    ///   - baseDelay: Seconds before the first further try; 0.5 by default.
    ///   - multiplier: What each further delay is multiplied by; 2 by default.
    ///   - maximumDelay: The longest delay in seconds; 8 by default.
    ///   - jitter: Which part of a delay is left to chance, 0 to 1; 0.5 by default.
    public init(retries: Int = 3, baseDelay: Double = 0.5, multiplier: Double = 2, maximumDelay: Double = 8, jitter: Double = 0.5) {
        self.retries = retries
        self.baseDelay = baseDelay
        self.multiplier = multiplier
        self.maximumDelay = maximumDelay
        self.jitter = jitter
    }

    /// One try only.
    public static let never = RetryPolicy(retries: 0)

    /// Whether a failure may be gone at the next try.
    public func isTransient(_ error: LoadError) -> Bool {
        switch error.reason {
        case .hostNotFound, .unreachable, .headTimeout, .progressTimeout, .connectionLost, .incomplete: true
        // Request timeout, too early, too many requests, and failures of a server or gateway that may pass.
        case .status(let status): [408, 425, 429, 500, 502, 503, 504].contains(status)
        case .invalidURL, .invalidRequest, .untrusted, .redirectLoop, .redirectRefused, .invalidResponse, .tooLarge, .undecodable,
            .fileUnreadable,
            .shutDown, .referenceForbidden, .networkForbidden,
            .bodyUsed:
            false
        }
    }

    /// How long to wait before the next try.
    /// - Parameters:
    ///   - retry: Which further try it would be, from 1.
    ///   - error: Why the last one failed.
    ///   - random: A number from 0 to 1.
    /// - Returns: Seconds, or `nil` to give up.
    public func delay(beforeRetry retry: Int, after error: LoadError, random: Double) -> Double? {
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
