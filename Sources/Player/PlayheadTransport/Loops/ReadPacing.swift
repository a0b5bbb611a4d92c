import NIOCore

/// Decides when a connection waits before it reads again, so that small arrivals are received together: a value without I/O.
///
/// Each arrival wakes the event loop and the reader. The beginning of a body is not delayed, because a start or a seek waits for it, and
/// neither are heads and the end of a body. A large arrival stops the waiting, because the receive buffer of the kernel would limit a fast
/// line.
struct ReadPacing {
    /// The time between two reads.
    static let pause = TimeAmount.milliseconds(20)
    /// The number of bytes at the beginning of a body that arrive without pauses.
    static let unpacedStart: Int64 = 1 << 20
    /// The number of bytes at the end of a body that arrive without pauses.
    static let unpacedEnd: Int64 = 64 << 10
    /// The number of bytes in a pause from which on pauses save nothing.
    static let largeArrival = 64 << 10
    /// The time without pauses after a large arrival.
    static let unpacedTime = TimeAmount.seconds(1)

    /// A response in progress.
    private struct Response {
        var received: Int64 = 0
        /// The length of the body; `nil` if it is unknown.
        var length: Int64?
        var hasHead = false

        var isPaced: Bool { hasHead && received >= unpacedStart && length.map { $0 - received > unpacedEnd } ?? true }
    }

    private var responses: [Int: Response] = [:]
    /// The number of bytes since the last read.
    private var arrived = 0
    private var unpacedUntil: NIODeadline?

    /// Handles a request on a stream; 0 for HTTP/1.1.
    mutating func request(on stream: Int = 0) { responses[stream] = Response() }

    /// Handles the head of a response, with the length of its body.
    mutating func head(length: Int64?, on stream: Int = 0) {
        responses[stream] = Response(length: length.flatMap { $0 >= 0 ? $0 : nil }, hasHead: true)
    }

    /// Handles received bytes of a body.
    mutating func received(_ count: Int, on stream: Int = 0) {
        arrived = arrived.saturatingAdding(count)
        responses[stream]?.received += Int64(count)
    }

    /// Handles the end of a response.
    mutating func end(on stream: Int = 0) { responses[stream] = nil }

    /// Handles a read.
    /// - Returns: Whether to wait for ``pause`` before it.
    mutating func pausesRead(at now: NIODeadline) -> Bool {
        defer { arrived = 0 }
        if arrived >= Self.largeArrival { unpacedUntil = now + Self.unpacedTime }
        if let unpacedUntil, now < unpacedUntil { return false }
        return !responses.isEmpty && responses.values.allSatisfy(\.isPaced)
    }
}
