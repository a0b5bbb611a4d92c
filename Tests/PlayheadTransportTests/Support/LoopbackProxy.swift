import Foundation
import NIOCore
import NIOPosix
import PlayheadTransport
import TLSTestSupport

/// A proxy on loopback: connects each tunnel to the same port on loopback, and responds to forwarded requests itself.
struct LoopbackProxy {
    let port: Int
    var scheme = "http"
    /// The certificate authority that clients of a proxy with TLS must trust.
    var authority: URL?

    /// Runs an HTTP proxy while `body` runs, and records the requests. `refusal` is the reply to each request; `nil` to perform it.
    static func run(
        over settings: TLSSettings? = nil, _ requests: Recorder<ServerRequest>, refusal: ServerReply? = nil,
        while body: @escaping @Sendable (LoopbackProxy) async throws -> Void
    ) async throws {
        let serve: LoopbackServer.Handler = { connection in
            while let request = try await connection.nextRequest() {
                requests.append(request)
                if let refusal {
                    try await connection.send(refusal)
                } else if request.method == "CONNECT" {
                    let port = request.path.split(separator: ":").last.flatMap { Int($0) } ?? 0
                    return try await tunnel(&connection, to: port, reply: Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8))
                } else {
                    try await connection.send(.text("forwarded"))
                }
            }
        }
        try await LoopbackServer.run(over: settings, serve) { server in
            let scheme = settings == nil ? "http" : "https"
            try await body(LoopbackProxy(port: server.port, scheme: scheme, authority: server.authority))
        }
    }

    /// Runs a proxy with SOCKS 5 (RFC 1928) while `body` runs, and records the addresses that it should connect to, and credentials. `reply`
    /// is the status of each connection; 0 connects it.
    static func socks(
        _ addresses: Recorder<String>, reply: UInt8 = 0, while body: @escaping @Sendable (LoopbackProxy) async throws -> Void
    ) async throws {
        let serve: LoopbackServer.Handler = { connection in
            guard let count = try await connection.nextBytes(2)?[1], let methods = try await connection.nextBytes(Int(count)) else {
                return
            }
            let usesPassword = methods.contains(2)
            try await connection.send([5, usesPassword ? 2 : 0])
            if usesPassword {
                // RFC 1929 §2
                guard try await connection.nextBytes(1) != nil, let user = try await connection.nextText(),
                    let password = try await connection.nextText()
                else { return }
                addresses.append("\(user):\(password)")
                try await connection.send([1, 0])
            }
            guard let kind = try await connection.nextBytes(4)?[3] else { return }
            let host = try await kind == 3 ? connection.nextText() : connection.nextBytes(kind == 1 ? 4 : 16)?.description
            guard let host, let port = try await connection.nextBytes(2).map({ Int($0[0]) << 8 | Int($0[1]) }) else { return }
            addresses.append(host)
            let answer: [UInt8] = [5, reply, 0, 1, 0, 0, 0, 0, 0, 0]
            if reply == 0 { try await tunnel(&connection, to: port, reply: answer) } else { try await connection.send(answer) }
        }
        try await LoopbackServer.run(serve) { try await body(LoopbackProxy(port: $0.port, scheme: "socks5h")) }
    }

    /// Returns rules that use the proxy, with credentials.
    func rules(credentials: String? = nil) throws -> ProxyRules {
        ProxyRules(proxy: try ProxyAddress("\(scheme)://\(credentials.map { $0 + "@" } ?? "")127.0.0.1:\(port)"))
    }

    private static func tunnel(_ connection: inout ServerConnection, to port: Int, reply: [UInt8]) async throws {
        let server = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        let toClient = connection.outbound
        try await server.executeThenClose { fromServer, toServer in
            // A client that has gone ends the tunnel here, where the connection to the server is closed.
            try await connection.send(reply)
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

extension ServerConnection {
    /// Waits for a text after its length in one byte.
    fileprivate mutating func nextText() async throws -> String? {
        guard let count = try await nextBytes(1)?[0], let text = try await nextBytes(Int(count)) else { return nil }
        return String(decoding: text, as: UTF8.self)
    }
}
