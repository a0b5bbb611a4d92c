import Synchronization

/// The body of a response: chunks of bytes, fetched only as fast as they are read.
///
/// It can be iterated once. Leaving the iteration early, cancelling the task that iterates, or dropping the body unread ends the transfer
/// at once and frees its connection or file. A body that ends before its announced length throws instead of ending.
public struct LoadBody: AsyncSequence, Sendable {
    /// The bytes of one step, never empty.
    public typealias Element = [UInt8]

    private let lease: Lease

    /// Makes a body of a source.
    public init(source: any LoadBodySource) {
        lease = Lease(source)
    }

    /// Makes a body of bytes at hand.
    public init(bytes: [UInt8]) {
        self.init(source: MemoryBodySource(bytes))
    }

    /// Starts the only iteration; a second one throws ``LoadError`` of reason ``LoadError/Reason/bodyUsed``.
    public func makeAsyncIterator() -> Iterator {
        Iterator(lease: lease, isFirst: lease.claim())
    }

    /// Reads all that is left of the body.
    /// - Parameter limit: The most bytes to accept.
    /// - Throws: ``LoadError`` of reason ``LoadError/Reason/tooLarge(limit:)`` when there is more, and whatever the transfer throws.
    public func collect(upTo limit: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await chunk in self {
            guard chunk.count <= limit - bytes.count else { throw LoadError(.tooLarge(limit: limit)) }
            bytes.append(contentsOf: chunk)
        }
        return bytes
    }

    /// Ends the transfer at once.
    public func cancel() { lease.source.cancel() }
}

extension LoadBody {
    /// Walks through the chunks.
    public struct Iterator: AsyncIteratorProtocol {
        // Keeps the body's lease too: the body itself may be gone while its iterator is in use.
        private let lease: Lease
        private let end: EndOfIteration?

        fileprivate init(lease: Lease, isFirst: Bool) {
            self.lease = lease
            end = isFirst ? EndOfIteration(lease.source) : nil
        }

        /// The next bytes, or `nil` at the end.
        public mutating func next() async throws -> [UInt8]? {
            guard end != nil else { throw LoadError(.bodyUsed) }
            return try await lease.source.next()
        }
    }

    /// Ends the transfer when neither the body nor its iterator is left.
    fileprivate final class Lease: Sendable {
        let source: any LoadBodySource
        private let isClaimed = Atomic(false)

        init(_ source: any LoadBodySource) { self.source = source }

        deinit { source.cancel() }

        func claim() -> Bool { !isClaimed.exchange(true, ordering: .acquiringAndReleasing) }
    }

    /// Ends the transfer when the iteration is left, even while somebody still keeps the body.
    private final class EndOfIteration: Sendable {
        private let source: any LoadBodySource

        init(_ source: any LoadBodySource) { self.source = source }

        deinit { source.cancel() }
    }
}
