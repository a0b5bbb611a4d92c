import Foundation
import NIOCore

/// A connection to the ``LoopbackServer``.
struct ServerConnection {
    let channel: any Channel
    var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var pending: [UInt8]

    /// Creates a connection whose first bytes were received.
    init(
        channel: any Channel, first: ByteBuffer, inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator,
        outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) {
        pending = Array(first.readableBytesView)
        self.channel = channel
        self.inbound = inbound
        self.outbound = outbound
    }

    /// Waits for the next request, or for the client to close (`nil`).
    mutating func nextRequest() async throws -> ServerRequest? {
        let separator = Array("\r\n\r\n".utf8)
        while true {
            if let end = pending.firstRange(of: separator) {
                let request = ServerRequest(String(decoding: pending[..<end.lowerBound], as: UTF8.self))
                pending.removeSubrange(..<end.upperBound)
                return request
            }
            guard try await receive() else { return nil }
        }
    }

    /// Waits for a number of bytes, or for the client to close (`nil`).
    mutating func nextBytes(_ count: Int) async throws -> [UInt8]? {
        while pending.count < count {
            guard try await receive() else { return nil }
        }
        defer { pending.removeFirst(count) }
        return Array(pending.prefix(count))
    }

    private mutating func receive() async throws -> Bool {
        guard let buffer = try await inbound.next() else { return false }
        pending += buffer.readableBytesView
        return true
    }

    /// Returns when the client has closed or reset the connection.
    mutating func waitForClose() async {
        while let received = try? await inbound.next() { _ = received }
    }

    func send(_ text: String) async throws {
        try await outbound.write(ByteBuffer(string: text))
    }

    func send(_ bytes: [UInt8]) async throws {
        try await outbound.write(ByteBuffer(bytes: bytes))
    }

    func send(_ reply: ServerReply) async throws {
        try await send(reply.wire)
    }

    /// Resets the connection.
    func reset() async throws {
        try await (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        try await channel.close()
    }
}
