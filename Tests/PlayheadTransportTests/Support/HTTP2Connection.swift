import PlayheadTransport
import TLSTestSupport

/// A connection with HTTP/2 to the ``LoopbackServer``, whose frames are written by a test.
struct HTTP2Connection {
    typealias Handler = @Sendable (inout HTTP2Connection) async throws -> Void

    /// The settings of servers that offer only HTTP/2: a client with HTTP/1.1 gets no response.
    static let security = TLSSettings(protocols: ["h2"])

    private var connection: ServerConnection

    /// Runs a server while `body` runs. It has sent its settings when a connection is passed to `handler`.
    static func serve<Value: Sendable>(
        accepted: Recorder<Int>? = nil, _ handler: @escaping Handler, while body: @escaping @Sendable (LoopbackServer) async throws -> Value
    ) async throws -> Value {
        try await LoopbackServer.run(
            over: security, accepted: accepted,
            { connection in
                try await connection.send(HTTP2Bytes.settings)
                guard try await connection.nextBytes(HTTP2Bytes.prefaceLength) != nil else { return }
                var connection = HTTP2Connection(connection: connection)
                try await handler(&connection)
            }, while: body)
    }

    /// Responds to every request with the same body.
    static func answering<Value: Sendable>(
        _ content: String, _ fields: [(String, String)] = [], while body: @escaping @Sendable (LoopbackServer) async throws -> Value
    ) async throws -> Value {
        try await serve(
            { connection in
                while let stream = try await connection.nextRequest() {
                    try await connection.send(
                        HTTP2Bytes.head("200", fields, stream: stream) + HTTP2Bytes.data(content, stream: stream, ends: true))
                }
            }, while: body)
    }

    /// Waits for the next request, or for the client to close (`nil`).
    /// - Returns: The stream of the request.
    mutating func nextRequest() async throws -> UInt32? {
        while let header = try await connection.nextBytes(HTTP2Bytes.headerLength) {
            let length = header[0..<3].reduce(0) { $0 << 8 | Int($1) }
            guard try await connection.nextBytes(length) != nil else { return nil }
            switch (header[3], header[4] & 1) {
            case (1, _): return header[5..<9].reduce(0) { $0 << 8 | UInt32($1) }
            case (4, 0): try await send(HTTP2Bytes.frame(type: 4, flags: 1, stream: 0))
            default: break
            }
        }
        return nil
    }

    func send(_ bytes: [UInt8]) async throws { try await connection.send(bytes) }

    /// Returns when the client has closed or reset the connection.
    mutating func waitForClose() async { await connection.waitForClose() }
}
