/// Where a ``LoadBody`` takes its bytes from.
public protocol LoadBodySource: AnyObject, Sendable {
    /// The next bytes, never empty, or `nil` at the end.
    ///
    /// Called by one task at a time. When that task is cancelled, the transfer ends at once.
    /// - Throws: ``LoadError``, or `CancellationError` after ``cancel()`` and when the calling task was cancelled.
    func next() async throws -> [UInt8]?

    /// Ends the transfer at once and gives back what it holds; called from any thread, any number of times.
    func cancel()
}
