import NIOCore

/// What of a transfer has arrived and not been read, and how it ended: a value without I/O.
struct TransferBuffer {
    /// What to do after bytes arrived.
    enum Arrival {
        /// Let more come.
        case proceed
        /// Hold the server back until ``take()`` says otherwise.
        case holdBack
        /// The reader has all that it asked for, and the server would send more: end the transfer.
        case enough
    }

    /// Bytes received on the wire.
    private(set) var received: Int64 = 0
    private(set) var plan: ResponsePlan?
    private var chunks = CircularBuffer<[UInt8]>()
    private var waiting = 0
    private let limit: Int

    init(limit: Int) { self.limit = max(1, limit) }

    /// Whether so much has been read that the server may go on.
    var hasRoom: Bool { waiting <= limit / 2 }

    /// Whether nothing waits to be read.
    var isEmpty: Bool { chunks.isEmpty }

    /// Sets what the head announced, before the first byte.
    mutating func begin(_ plan: ResponsePlan) { self.plan = plan }

    /// Takes in bytes from the wire.
    mutating func append(_ buffer: ByteBuffer) -> Arrival {
        let view = buffer.readableBytesView
        received += Int64(view.count)
        let part = plan?.window.take(view.count) ?? 0..<view.count
        if !part.isEmpty {
            chunks.append(Array(view[(view.startIndex + part.lowerBound)..<(view.startIndex + part.upperBound)]))
            waiting += part.count
        }
        if let plan, plan.window.isExhausted, part.upperBound < view.count || received < plan.wireLength ?? received { return .enough }
        return waiting >= limit ? .holdBack : .proceed
    }

    /// Gives out the oldest bytes, or `nil` when none wait.
    mutating func take() -> [UInt8]? {
        guard let chunk = chunks.popFirst() else { return nil }
        waiting -= chunk.count
        return chunk
    }

    /// Forgets what was not read.
    mutating func drop() {
        chunks.removeAll()
        waiting = 0
    }

    /// How many bytes are missing from what the head announced, as an error, or `nil` when none are.
    var shortfall: LoadError.Reason? {
        guard let expected = plan?.wireLength, received < expected else { return nil }
        return .incomplete(received: received, expected: expected)
    }
}
