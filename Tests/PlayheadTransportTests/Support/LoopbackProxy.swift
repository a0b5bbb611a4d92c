import NIOCore
import NIOPosix
import PlayheadTransport

/// An HTTP proxy on loopback: connects each tunnel to the same port on loopback, and responds to forwarded requests itself.
struct LoopbackProxy {
    let port: Int

    /// Runs a proxy while `body` runs, and records the requests. `refusal` is the reply to each request; `nil` to perform it.
    static func run(
        _ requests: Recorder<ServerRequest>, refusal: ServerReply? = nil,
        while body: @escaping @Sendable (LoopbackProxy) async throws -> Void
    ) async throws {
        try await LoopbackServer.run({ connection in
            while let request = try await connection.nextRequest() {
                requests.append(request)
                if let refusal {
                    try await connection.send(refusal)
                } else if request.method == "CONNECT" {
                    return try await tunnel(&connection, to: request.path.split(separator: ":").last.flatMap { Int($0) } ?? 0)
                } else {
                    try await connection.send(.text("forwarded"))
                }
            }
        }) { try await body(LoopbackProxy(port: $0.port)) }
    }

    /// Returns rules that use the proxy, with credentials.
    func rules(credentials: String? = nil) throws -> ProxyRules {
        ProxyRules(proxy: try ProxyAddress("http://\(credentials.map { $0 + "@" } ?? "")127.0.0.1:\(port)"))
    }

    private static func tunnel(_ connection: inout ServerConnection, to port: Int) async throws {
        let server = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        try await connection.send("HTTP/1.1 200 Connection established\r\n\r\n")
        let toClient = connection.outbound
        try await server.executeThenClose { fromServer, toServer in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for try await buffer in fromServer { try await toClient.write(buffer) }
                }
                while let buffer = try await connection.inbound.next() { try await toServer.write(buffer) }
                group.cancelAll()
            }
        }
    }
}
