import NIOCore

/// The received and unread bytes of a transfer, and its end: a value without I/O.
struct TransferBuffer {
    /// The number of received bytes.
    private(set) var received: Int64 = 0
    private(set) var plan: ResponsePlan?
    private var chunks = CircularBuffer<[UInt8]>()
    private var waiting = 0
    private let limit: Int
    /// The maximum size of pieces that are joined.
    private static let joinedSize = 32 << 10

    init(limit: Int) { self.limit = max(1, limit) }

    /// Whether enough has been read for the server to continue.
    var hasRoom: Bool { waiting <= limit / 2 }

    /// Whether there are no unread bytes.
    var isEmpty: Bool { chunks.isEmpty }

    /// Sets the plan of the head, before the first byte.
    mutating func begin(_ plan: ResponsePlan) { self.plan = plan }

    /// Whether the server is held back, because the limit of unread bytes is reached.
    var isFull: Bool { waiting >= limit }

    /// Appends received bytes, and returns whether the requested part is complete and the server would send more, which ends the transfer.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        received += Int64(bytes.count)
        let part = plan?.window.advance(by: bytes.count) ?? 0..<bytes.count
        if !part.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: bytes[part])
            if let last = chunks.last, last.count + piece.count <= Self.joinedSize {
                chunks[chunks.index(before: chunks.endIndex)].append(contentsOf: piece)
            } else {
                chunks.append(Array(piece))
            }
            waiting += part.count
        }
        guard let plan, plan.window.isExhausted else { return false }
        return part.upperBound < bytes.count || received < plan.wireLength ?? received
    }

    /// Removes and returns the oldest bytes; `nil` if there are none.
    mutating func removeFirst() -> [UInt8]? {
        guard let chunk = chunks.popFirst() else { return nil }
        waiting -= chunk.count
        return chunk
    }

    /// Drops the unread bytes.
    mutating func drop() {
        chunks.removeAll()
        waiting = 0
    }

    /// The error if bytes are missing from the announced length, or `nil`.
    var shortfall: LoadError.Reason? {
        guard let expected = plan?.wireLength, received < expected else { return nil }
        return .incomplete(received: received, expected: expected)
    }
}
