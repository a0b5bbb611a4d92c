import PlayheadTransport
import Testing

@Suite("Retry policy")
struct RetryPolicyTests {
    @Test("Delays grow to the maximum and end after the last retry")
    func growth() {
        let policy = RetryPolicy(retries: 5, baseDelay: 1, multiplier: 2, maximumDelay: 5, jitter: 0)
        let delays = (0...7).map { policy.delay(beforeRetry: $0, after: LoadError(.connectionLost), random: 0.3) }
        #expect(delays == [nil, 1, 2, 4, 5, 5, nil, nil])
    }

    @Test("The random part of a delay is limited", arguments: [(0.0, 0.5), (0.5, 0.75), (1.0, 1.0), (-3.0, 0.5), (7.0, 1.0)])
    func jitter(random: Double, expected: Double) {
        let policy = RetryPolicy(baseDelay: 1, jitter: 0.5)
        #expect(policy.delay(beforeRetry: 1, after: LoadError(.headTimeout), random: random) == expected)
    }

    @Test("Only transient failures are retried")
    func transient() {
        let policy = RetryPolicy()
        let transient: [LoadError.Reason] = [
            .hostNotFound, .unreachable, .headTimeout, .progressTimeout, .connectionLost, .incomplete(received: 1, expected: 2),
            .status(408),
            .status(429), .status(500), .status(503), .status(504),
        ]
        let lasting: [LoadError.Reason] = [
            .invalidURL, .invalidRequest, .redirectLoop(status: 302), .redirectRefused(status: 302), .invalidResponse(status: 206),
            .tooLarge(limit: 1), .undecodable, .fileUnreadable, .shutDown, .bodyUsed, .status(400), .status(401), .status(403),
            .status(404),
            .status(410), .status(416), .status(501),
        ]
        for reason in transient { #expect(policy.isTransient(LoadError(reason)), "\(reason)") }
        for reason in lasting {
            #expect(!policy.isTransient(LoadError(reason)), "\(reason)")
            #expect(policy.delay(beforeRetry: 1, after: LoadError(reason), random: 0) == nil)
        }
    }

    @Test("Retry-After is respected, unless it is too long", arguments: [(3.0, 3.0), (0.1, 0.5), (8.0, 8.0), (9.0, nil)])
    func retryAfter(wish: Double, expected: Double?) {
        let policy = RetryPolicy(baseDelay: 0.5, maximumDelay: 8, jitter: 0)
        #expect(policy.delay(beforeRetry: 1, after: LoadError(.status(503), retryAfter: wish), random: 0) == expected)
    }

    @Test("A timeout is retried once only")
    func timeouts() {
        for reason in [LoadError.Reason.headTimeout, .progressTimeout] {
            let delays = (1...3).map { RetryPolicy(jitter: 0).delay(beforeRetry: $0, after: LoadError(reason), random: 0) }
            #expect(delays == [0.5, nil, nil])
        }
    }

    @Test("Extreme settings produce valid delays")
    func strange() throws {
        let policy = RetryPolicy(retries: 1_000_000, baseDelay: -1, multiplier: 0, maximumDelay: 8, jitter: 9)
        #expect(policy.delay(beforeRetry: 900_000, after: LoadError(.connectionLost), random: 0.5) == 0)
        #expect(RetryPolicy.never.delay(beforeRetry: 1, after: LoadError(.connectionLost), random: 0.5) == nil)
    }

    @Test("Each status is transient or permanent")
    func statuses() {
        let transient = [408, 425, 429] + Array(500...599).filter { $0 != 501 && $0 != 505 }
        for status in 100...699 {
            #expect(RetryPolicy().isTransient(LoadError(.status(status))) == transient.contains(status), "\(status)")
        }
    }
}
