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

    /// Runs a proxy with SOCKS while `body` runs, and records the addresses that it should connect to, and credentials. `refusal` is the
    /// reply to each connection; `nil` to connect it.
    static func socks(
        _ addresses: Recorder<String>, scheme: String, refusal: [UInt8]? = nil,
        while body: @escaping @Sendable (LoopbackProxy) async throws -> Void
    ) async throws {
        let isVersion4 = scheme.hasPrefix("socks4")
        let accepted: [UInt8] = isVersion4 ? [0, 90, 0, 0, 0, 0, 0, 0] : [5, 0, 0, 1, 0, 0, 0, 0, 0, 0]
        let serve: LoopbackServer.Handler = { connection in
            guard let port = try await isVersion4 ? connection.nextSocks4(addresses) : connection.nextSocks5(addresses) else { return }
            if let refusal {
                try await connection.send(refusal)
            } else {
                try await tunnel(&connection, to: port, reply: accepted)
            }
        }
        try await LoopbackServer.run(serve) { try await body(LoopbackProxy(port: $0.port, scheme: scheme)) }
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
    /// Waits for a request of SOCKS 4 or 4a, and records its user name and host.
    /// - Returns: The port to connect to; `nil` if the client closes before.
    fileprivate mutating func nextSocks4(_ addresses: Recorder<String>) async throws -> Int? {
        guard let head = try await nextBytes(8), let user = try await nextTerminatedText() else { return nil }
        if !user.isEmpty { addresses.append(user) }
        // With SOCKS 4a, an invalid address stands for the name after it.
        let hasName = head[4] == 0
        guard let host = try await hasName ? nextTerminatedText() : Array(head[4...]).description else { return nil }
        addresses.append(host)
        return Int(head[2]) << 8 | Int(head[3])
    }

    /// Waits for a request of SOCKS 5 (RFC 1928), and records its credentials and host.
    /// - Returns: The port to connect to; `nil` if the client closes before.
    fileprivate mutating func nextSocks5(_ addresses: Recorder<String>) async throws -> Int? {
        guard let count = try await nextBytes(2)?[1], let methods = try await nextBytes(Int(count)) else { return nil }
        let usesPassword = methods.contains(2)
        try await send([5, usesPassword ? 2 : 0])
        if usesPassword {
            // RFC 1929 §2
            guard try await nextBytes(1) != nil, let user = try await nextText(), let password = try await nextText() else { return nil }
            addresses.append("\(user):\(password)")
            try await send([1, 0])
        }
        guard let kind = try await nextBytes(4)?[3] else { return nil }
        let host = try await kind == 3 ? nextText() : nextBytes(kind == 1 ? 4 : 16)?.description
        guard let host, let port = try await nextBytes(2) else { return nil }
        addresses.append(host)
        return Int(port[0]) << 8 | Int(port[1])
    }

    /// Waits for a text after its length in one byte.
    private mutating func nextText() async throws -> String? {
        guard let count = try await nextBytes(1)?[0], let text = try await nextBytes(Int(count)) else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    /// Waits for a text before a zero.
    private mutating func nextTerminatedText() async throws -> String? {
        var text: [UInt8] = []
        while let byte = try await nextBytes(1)?[0] {
            guard byte != 0 else { return String(decoding: text, as: UTF8.self) }
            text.append(byte)
        }
        return nil
    }
}
