import PlayheadTransport
import TestSupport
import Testing

@Suite(
    "A server with HTTP/3", .timeLimit(.minutes(5)),
    .enabled(if: NginxServer.isThere, "needs libcurl and nginx with HTTP/3, which Debian 13 has"))
struct HTTP3Tests {
    private static let large = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 8) ^ ($0 >> 16)) }
    private static let files: [String: [UInt8]] = ["large": large, "small": [1, 2, 3]]

    private static func request(_ server: LoopbackServer, _ path: String) -> LoadRequest {
        var request = server.request(path)
        request.allowsHTTP3 = true
        return request
    }

    private static func opened(_ connections: Recorder<ConnectionRecord>) -> [ConnectionRecord] {
        connections.all.filter { $0.closed == nil }
    }

    @Test("Parallel bodies arrive over one connection, which is reported with its protocol, and then closed")
    func parallel() async throws {
        let connections = Recorder<ConnectionRecord>()
        try await NginxServer.run(Self.files) { server in
            try await withLoader(server.configuration, metrics: TransferMetrics(connections: { connections.append($0) })) { loader in
                #expect(try await loader.loadWhole(Self.request(server, "/small"), upTo: 10).bytes == [1, 2, 3])
                try await withThrowingTaskGroup(of: Bool.self) { group in
                    for _ in 0..<6 {
                        group.addTask { try await loader.loadWhole(Self.request(server, "/large"), upTo: 4 << 20).bytes == Self.large }
                    }
                    for try await isWhole in group { #expect(isWhole) }
                }
                #expect(await loadError { try await loader.load(Self.request(server, "/missing")) }?.reason == .status(404))
            }
            let facts = try #require(Self.opened(connections).first)
            #expect(Self.opened(connections).count == 1)
            #expect(facts.networkProtocol == .http3 && facts.isSecure && facts.address == server.host)
            let phases = try #require(facts.phases)
            #expect(phases.lookup >= 0 && phases.tcp > 0 && phases.tls == 0)
        }
        #expect(connections.all.count { $0.closed != nil } == 1)
    }

    @Test("Bodies that are cancelled or not read leave the others of their connection")
    func heldBack() async throws {
        let connections = Recorder<ConnectionRecord>()
        try await NginxServer.run(Self.files) { server in
            try await withLoader(server.configuration, metrics: TransferMetrics(connections: { connections.append($0) })) { loader in
                let unread = try await loader.load(Self.request(server, "/large"))
                for index in 0..<24 {
                    // Some are left before their heads, others within their bodies.
                    let isStarted = Signal()
                    let cancelled = Task {
                        isStarted.set()
                        var body = try await loader.load(Self.request(server, "/large")).body.makeAsyncIterator()
                        while try await body.next() != nil {}
                    }
                    await isStarted.wait()
                    if index.isMultiple(of: 2) { _ = try await loader.loadWhole(Self.request(server, "/small"), upTo: 10) }
                    cancelled.cancel()
                    _ = await cancelled.result
                }
                #expect(try await unread.body.collect(upTo: 4 << 20) == Self.large)
            }
        }
        #expect(Self.opened(connections).allSatisfy { $0.networkProtocol == .http3 })
    }

    @Test("HTTP/2 is used without QUIC, and without permission", arguments: [true, false])
    func fallback(isQUIC: Bool) async throws {
        let connections = Recorder<ConnectionRecord>()
        try await NginxServer.run(Self.files, isQUIC: isQUIC) { server in
            try await withLoader(server.configuration, metrics: TransferMetrics(connections: { connections.append($0) })) { loader in
                let request = isQUIC ? server.request("/large") : Self.request(server, "/large")
                let bytes = try await loader.loadWhole(request, upTo: 4 << 20).bytes
                #expect(bytes == Self.large)
            }
        }
        #expect(Self.opened(connections).map(\.networkProtocol) == [.http2])
    }

    @Test("A certificate that is not trusted is refused")
    func untrusted() async throws {
        try await NginxServer.run(Self.files) { server in
            try await withLoader { loader in
                #expect(await loadError { try await loader.load(Self.request(server, "/small")) }?.reason == .untrusted)
            }
        }
    }

    @Test("A connection on which the server accepts no more requests is replaced")
    func goingAway() async throws {
        let connections = Recorder<ConnectionRecord>()
        try await NginxServer.run(Self.files, options: "keepalive_requests 2;") { server in
            try await withLoader(server.configuration, metrics: TransferMetrics(connections: { connections.append($0) })) { loader in
                for _ in 0..<6 {
                    let load = { try await loader.loadWhole(Self.request(server, "/large"), upTo: 4 << 20).bytes }
                    // libcurl may lose the last bytes of a connection, but the next request has another one.
                    guard let failure = await loadError(load) else { continue }
                    #expect(failure.reason == .connectionLost)
                    let bytes = try await load()
                    #expect(bytes == Self.large)
                }
            }
        }
        let found = Self.opened(connections)
        #expect(found.count >= 2 && found.allSatisfy { $0.networkProtocol == .http3 })
    }

    @Test("A body that the server cuts off is incomplete, with a length and without", arguments: [true, false])
    func cutOff(hasLength: Bool) async throws {
        let part = hasLength ? "Content-Length: 6\r\n\r\nhello" : "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"
        try await LoopbackServer.run({ connection in
            _ = try await connection.nextRequest()
            try await connection.send("HTTP/1.1 200 OK\r\n\(part)")
        }) { source in
            let options = "location / { proxy_pass http://127.0.0.1:\(source.port); proxy_http_version 1.1; }"
            try await NginxServer.run([:], options: options) { server in
                try await withLoader(server.configuration) { loader in
                    let failure = await loadError { try await loader.loadWhole(Self.request(server, "/"), upTo: 10) }
                    #expect(failure?.reason == .connectionLost)
                }
            }
        }
    }

    @Test("Header fields of more than 1 MiB are refused")
    func headerFields() async throws {
        let line = String(repeating: "x", count: 4000)
        let fields = "set $a \(line); set $b $a$a$a$a$a$a$a$a; " + String(repeating: "add_header X $b; ", count: 34)
        try await NginxServer.run(Self.files, options: fields) { server in
            try await withLoader(server.configuration) { loader in
                let failure = await loadError { try await loader.load(Self.request(server, "/small")) }
                #expect(failure != nil)
            }
        }
    }
}
