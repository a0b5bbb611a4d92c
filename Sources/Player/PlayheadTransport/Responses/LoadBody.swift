import Synchronization

/// The body of a response: chunks of bytes, which are received only as fast as they are read.
///
/// A body can be iterated once. Leaving the iteration early, cancelling the iterating task, or releasing the unread body ends the transfer
/// at once and frees its connection or file. A body that ends before its announced length throws.
public struct LoadBody: AsyncSequence, Sendable {
    /// A chunk of bytes, never empty.
    public typealias Element = [UInt8]

    private let lease: Lease

    /// Creates a body with a source.
    public init(source: any LoadBodySource) {
        lease = Lease(source)
    }

    /// Creates a body with bytes.
    public init(bytes: [UInt8]) {
        self.init(source: MemoryBodySource(bytes))
    }

    /// Starts the only iteration; a second one throws ``LoadError`` of reason ``LoadError/Reason/bodyUsed``.
    public func makeAsyncIterator() -> Iterator {
        Iterator(lease: lease, isFirst: lease.claim())
    }

    /// Reads the rest of the body.
    /// - Parameter limit: The maximum number of bytes.
    /// - Returns: The bytes that were not read before.
    /// - Throws: ``LoadError`` of reason ``LoadError/Reason/tooLarge(limit:)`` if there is more, and the errors of the transfer.
    public func collect(upTo limit: Int) async throws -> [UInt8] { try await collectTimed(upTo: limit).bytes }

    /// Reads the rest of the body, with the times of its chunks; otherwise as ``collect(upTo:)``.
    func collectTimed(upTo limit: Int) async throws -> (bytes: [UInt8], arrival: BodyArrival) {
        var bytes: [UInt8] = []
        var arrival = BodyArrival()
        for try await chunk in self {
            guard chunk.count <= limit - bytes.count else { throw LoadError(.tooLarge(limit: limit)) }
            bytes.append(contentsOf: chunk)
            arrival.add(chunk.count, at: .now())
        }
        return (bytes, arrival)
    }

    /// Ends the transfer at once.
    public func cancel() { lease.source.cancel() }
}

extension LoadBody {
    /// Iterates over the chunks.
    public struct Iterator: AsyncIteratorProtocol {
        // The iterator also retains the body's lease, because the body may be released while its iterator is in use.
        private let lease: Lease
        private let end: EndOfIteration?

        fileprivate init(lease: Lease, isFirst: Bool) {
            self.lease = lease
            end = isFirst ? EndOfIteration(lease.source) : nil
        }

        /// Returns the next bytes, or `nil` at the end.
        public mutating func next() async throws -> [UInt8]? {
            guard end != nil else { throw LoadError(.bodyUsed) }
            return try await lease.source.next()
        }
    }

    /// Ends the transfer when the body and its iterator have been released.
    fileprivate final class Lease: Sendable {
        let source: any LoadBodySource
        private let isClaimed = Atomic(false)

        init(_ source: any LoadBodySource) { self.source = source }

        deinit { source.cancel() }

        func claim() -> Bool { !isClaimed.exchange(true, ordering: .acquiringAndReleasing) }
    }

    /// Ends the transfer when the iteration is left, even while the body is retained.
    private final class EndOfIteration: Sendable {
        private let source: any LoadBodySource

        init(_ source: any LoadBodySource) { self.source = source }

        deinit { source.cancel() }
    }
}

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
