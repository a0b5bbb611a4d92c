/// Something did not come about in time.
public struct Timeout: Error, CustomStringConvertible {
    /// What did not come about.
    public let description: String

    /// Says what did not come about.
    public init(description: String) { self.description = description }
}

/// Waits until something holds that comes about elsewhere and is told to nobody: in another process, at a server, on a library's thread.
///
/// It asks every few milliseconds. What the code under test tells is awaited instead, and what it times goes by the manual clock.
/// - Parameter seconds: After which it throws a ``Timeout``; only what is broken takes as long, also on a machine that is slow and busy.
public func eventually(
    _ what: @autoclosure () -> String, within seconds: Double = 90, isolation: isolated (any Actor)? = #isolation,
    _ condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while try await !condition() {
        guard ContinuousClock.now < deadline else { throw Timeout(description: "not within \(seconds) s: \(what())") }
        try await Task.sleep(for: .milliseconds(4))
    }
}
