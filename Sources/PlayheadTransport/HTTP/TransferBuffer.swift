import NIOCore

/// The received and unread bytes of a transfer, and its end: a value without I/O.
struct TransferBuffer {
    /// The action after an arrival of bytes.
    enum Arrival {
        /// Continue to receive.
        case proceed
        /// Hold the server back until ``hasRoom`` is true.
        case holdBack
        /// The requested part is complete, and the server would send more: end the transfer.
        case enough
    }

    /// The number of received bytes.
    private(set) var received: Int64 = 0
    private(set) var plan: ResponsePlan?
    private var chunks = CircularBuffer<[UInt8]>()
    private var waiting = 0
    private let limit: Int

    init(limit: Int) { self.limit = max(1, limit) }

    /// Whether enough has been read for the server to continue.
    var hasRoom: Bool { waiting <= limit / 2 }

    /// Whether there are no unread bytes.
    var isEmpty: Bool { chunks.isEmpty }

    /// Sets the plan of the head, before the first byte.
    mutating func begin(_ plan: ResponsePlan) { self.plan = plan }

    /// Appends received bytes.
    mutating func append(_ buffer: ByteBuffer) -> Arrival {
        let view = buffer.readableBytesView
        received += Int64(view.count)
        let part = plan?.window.advance(by: view.count) ?? 0..<view.count
        if !part.isEmpty {
            chunks.append(Array(view[(view.startIndex + part.lowerBound)..<(view.startIndex + part.upperBound)]))
            waiting += part.count
        }
        if let plan, plan.window.isExhausted, part.upperBound < view.count || received < plan.wireLength ?? received { return .enough }
        return waiting >= limit ? .holdBack : .proceed
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
