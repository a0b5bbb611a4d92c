import Foundation
import NIOCore
import NIOPosix
import PlayheadTransport
import TLSTestSupport
import TestSupport

/// A loopback server that sends exactly the bytes of a test.
struct LoopbackServer {
    typealias Handler = @Sendable (inout ServerConnection) async throws -> Void

    let port: Int
    var host = "127.0.0.1"
    /// The certificate authority that clients of a server with TLS must trust.
    var authority: URL?

    /// Runs a server while `body` runs. Each connection is passed to `handler` with its first bytes, because spare connections of the client
    /// may stay without any. The handler may throw to close the connection. `settings` is the use of TLS, `nil` for none. `accepted` records
    /// all connections, also those without any bytes.
    static func run<Value: Sendable>(
        over settings: TLSSettings? = nil, accepted: Recorder<Int>? = nil, _ handler: @escaping Handler,
        while body: @escaping @Sendable (LoopbackServer) async throws -> Value
    ) async throws -> Value {
        guard let settings else { return try await run(secured: nil, authority: nil, accepted, handler, while: body) }
        return try await withTemporaryFolder { folder in
            let identity = try await TLSIdentity.make(in: folder)
            let tls = try TLSServer(identity, settings)
            return try await run(secured: tls, authority: identity.certificate, accepted, handler, while: body)
        }
    }

    private static func run<Value: Sendable>(
        secured tls: TLSServer?, authority: URL?, _ accepted: Recorder<Int>?, _ handler: @escaping Handler,
        while body: @escaping @Sendable (LoopbackServer) async throws -> Value
    ) async throws -> Value {
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.autoRead, value: false)
            .bind(host: "127.0.0.1", port: 0) { channel in
                // A connection that is not accepted before the server ends is only closed.
                channel.eventLoop.makeCompletedFuture {
                    accepted?.append(1)
                    try tls?.secure(channel)
                    return channel
                }
            }
        let server = LoopbackServer(port: listener.channel.localAddress?.port ?? 0, authority: authority)
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask {
                try await listener.executeThenClose { connections in
                    await withDiscardingTaskGroup { tasks in
                        do {
                            for try await connection in connections {
                                tasks.addTask { await serve(connection, handler) }
                            }
                        } catch {}
                    }
                }
                return nil
            }
            group.addTask { try await body(server) }
            defer { group.cancelAll() }
            while let value = try await group.next() {
                if let value { return value }
            }
            throw CancellationError()
        }
    }

    /// Closes every connection when it is accepted, and records it in `connections`.
    static func counting(
        _ connections: Recorder<Int>, while body: @escaping @Sendable (LoopbackServer) async throws -> Void
    ) async throws {
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                connections.append(1)
                return channel.close()
            }
            .bind(host: "127.0.0.1", port: 0).get()
        try await body(LoopbackServer(port: listener.localAddress?.port ?? 0))
        try await listener.close()
    }

    /// Responds to every request of every connection.
    static func answering<Value: Sendable>(
        over settings: TLSSettings? = nil, accepted: Recorder<Int>? = nil, _ answer: @escaping @Sendable (ServerRequest) -> ServerReply,
        while body: @escaping @Sendable (LoopbackServer) async throws -> Value
    ) async throws -> Value {
        try await run(
            over: settings, accepted: accepted,
            { connection in
                while let request = try await connection.nextRequest() { try await connection.send(answer(request)) }
            }, while: body)
    }

    /// A port without a listener. A port that was closed before could be given to the server of another test.
    static let closedPort = 1

    func url(_ path: String = "/", host: String? = nil) -> URL {
        var components = URLComponents()
        components.scheme = authority == nil ? "http" : "https"
        components.host = host ?? self.host
        components.port = port
        let parts = path.split(separator: "?", maxSplits: 1)
        components.path = String(parts.first ?? "/")
        components.percentEncodedQuery = parts.count > 1 ? String(parts[1]) : nil
        return components.url ?? URL(filePath: "/")
    }

    func request(
        _ path: String = "/", kind: LoadKind = .media, headers: HeaderFields = [:], cookies: [RequestCookie] = [], range: ByteRange? = nil,
        timeouts: LoadTimeouts = .long
    ) -> LoadRequest {
        LoadRequest(url: url(path), kind: kind, headers: headers, cookies: cookies, byteRange: range, timeouts: timeouts)
    }

    /// A configuration that trusts the server.
    var configuration: HTTPLoaderConfiguration {
        var configuration = HTTPLoaderConfiguration()
        configuration.certificateAuthorities = authority.map { [$0] } ?? []
        return configuration
    }

    private static func serve(_ channel: any Channel, _ handler: Handler) async {
        let wrapped = channel.eventLoop.submit {
            try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
        try? await wrapped.get().executeThenClose { inbound, outbound in
            try await channel.setOption(.autoRead, value: true).get()
            var iterator = inbound.makeAsyncIterator()
            guard let first = try await iterator.next() else { return }
            var connection = ServerConnection(channel: channel, first: first, inbound: iterator, outbound: outbound)
            try await handler(&connection)
        }
    }
}
