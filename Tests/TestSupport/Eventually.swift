/// The error of a condition that was not fulfilled in time.
package struct Timeout: Error, CustomStringConvertible {
    /// The condition.
    package let description: String

    /// Creates an error for a condition.
    package init(description: String) { self.description = description }
}

/// Waits for a condition that is fulfilled elsewhere without a notification: in another process, at a server, or on a library's thread.
///
/// The condition is checked every few milliseconds, and less often while it takes longer, because many conditions start a program. Events
/// of the code under test are awaited instead, and its timeouts use the manual clock.
/// - Throws: ``Timeout`` after `seconds`, which is long enough for a slow and busy machine, or the error of the condition.
package func eventually(
    _ what: @autoclosure () -> String, within seconds: Double = 90, isolation: isolated (any Actor)? = #isolation,
    _ condition: () async throws -> Bool
) async throws {
    let (shortest, longest) = (Duration.milliseconds(4), Duration.milliseconds(50))
    let start = ContinuousClock.now
    while try await !condition() {
        let waited = ContinuousClock.now - start
        guard waited < .seconds(seconds) else { throw Timeout(description: "not within \(seconds) s: \(what())") }
        try await Task.sleep(for: min(max(waited / 8, shortest), longest))
    }
}
