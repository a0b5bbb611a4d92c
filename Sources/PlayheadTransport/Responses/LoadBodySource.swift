/// The source of a ``LoadBody``.
public protocol LoadBodySource: AnyObject, Sendable {
    /// Returns the next bytes, never empty, or `nil` at the end.
    ///
    /// Called by one task at a time. If that task is cancelled, the transfer ends at once.
    /// - Throws: ``LoadError``, or `CancellationError` after ``cancel()`` and if the calling task was cancelled.
    func next() async throws -> [UInt8]?

    /// Ends the transfer at once and releases its resources; called on any thread, any number of times.
    func cancel()
}
