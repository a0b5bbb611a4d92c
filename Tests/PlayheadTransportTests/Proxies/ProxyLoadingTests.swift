import Foundation
import PlayheadCore
import PlayheadTransport
import TLSTestSupport
import Testing

@Suite("Loading through a proxy", .timeLimit(.minutes(5)))
struct ProxyLoadingTests {
    private static let url = URL(string: "http://origin.invalid:8080/a%20b?c=d#part")
    private static let credentials = "us%65r:hunter2"
    private static let authorization = "Basic " + Data("user:hunter2".utf8).base64EncodedString()
    /// The addresses of `localhost`.
    private static let loopback = ["\([127, 0, 0, 1] as [UInt8])", "\([UInt8](repeating: 0, count: 15) + [1])"]

    private static func configuration(_ rules: ProxyRules) -> HTTPLoaderConfiguration {
        var configuration = HTTPLoaderConfiguration()
        configuration.proxy = rules
        return configuration
    }

    @Test("Requests over http are sent in absolute form, with the credentials of the proxy", arguments: [credentials, nil])
    func forwarded(credentials: String?) async throws {
        let requests = Recorder<ServerRequest>()
        try await LoopbackProxy.run(requests) { proxy in
            try await withLoader(Self.configuration(try proxy.rules(credentials: credentials))) { loader in
                let request = LoadRequest(url: try #require(Self.url), kind: .media, headers: ["X-A": "b"], timeouts: .long)
                let (response, bytes) = try await loader.loadWhole(request, upTo: 20)
                #expect(bytes == Array("forwarded".utf8))
                #expect(response.url.absoluteString == "http://origin.invalid:8080/a%20b?c=d")
                #expect(response.serverAddress == "127.0.0.1")
            }
        }
        let sent = try #require(requests.all.first)
        #expect(requests.all.count == 1)
        #expect(sent.method == "GET" && sent.path == "http://origin.invalid:8080/a%20b?c=d")
        #expect(sent["Host"] == "origin.invalid:8080" && sent["X-A"] == "b")
        #expect(sent["Proxy-Authorization"] == credentials.map { _ in Self.authorization })
    }

    @Test("Requests over https use a tunnel, and the server does not get the credentials of the proxy")
    func tunneled() async throws {
        let requests = Recorder<ServerRequest>()
        let received = Recorder<String>()
        try await LoopbackProxy.run(requests) { proxy in
            try await LoopbackServer.answering(
                over: TLSSettings(),
                { request in
                    received.append("\(request.method) \(request.path)")
                    if request["Proxy-Authorization"] != nil { received.append("credentials of the proxy") }
                    return .text(request.path)
                }
            ) { server in
                var configuration = server.configuration
                configuration.proxy = try proxy.rules(credentials: Self.credentials)
                try await withLoader(configuration) { loader in
                    for path in ["/a", "/b"] {
                        let bytes = try await loader.loadWhole(server.request(path), upTo: 10).bytes
                        #expect(bytes == Array(path.utf8))
                    }
                }
            }
        }
        #expect(received.all == ["GET /a", "GET /b"])
        #expect(!requests.all.isEmpty && requests.all.allSatisfy { $0.method == "CONNECT" })
        #expect(requests.all.allSatisfy { $0["Proxy-Authorization"] == Self.authorization })
    }

    @Test(
        "A proxy with TLS forwards requests over http and tunnels those over https")
    func secureProxy() async throws {
        let requests = Recorder<ServerRequest>()
        try await LoopbackProxy.run(over: TLSSettings(), requests) { proxy in
            try await LoopbackServer.answering(over: TLSSettings(), { .text($0.path) }) { server in
                var configuration = server.configuration
                configuration.certificateAuthorities += [proxy.authority].compactMap(\.self)
                configuration.proxy = try proxy.rules(credentials: Self.credentials)
                try await withLoader(configuration) { loader in
                    #expect(try await loader.loadWhole(server.request("/a"), upTo: 10).bytes == Array("/a".utf8))
                    let request = LoadRequest(url: try #require(Self.url), kind: .media, timeouts: .long)
                    #expect(try await loader.loadWhole(request, upTo: 20).bytes == Array("forwarded".utf8))
                }
                // Without its authority the proxy is not trusted.
                var untrusting = server.configuration
                untrusting.proxy = try proxy.rules()
                try await withLoader(untrusting) { loader in
                    let failure = await loadError { try await loader.load(server.request("/b")) }
                    #expect(failure != nil)
                }
            }
        }
        #expect(Set(requests.all.map(\.method)) == ["CONNECT", "GET"])
        #expect(requests.all.allSatisfy { $0["Proxy-Authorization"] == Self.authorization })
    }

    @Test("The phases of a connection through a proxy with TLS do not overlap, and have the time of TLS only over https")
    func phases() async throws {
        let connections = Recorder<ConnectionRecord>()
        let start = ContinuousClock.now
        try await LoopbackProxy.run(over: TLSSettings(), Recorder<ServerRequest>()) { proxy in
            try await LoopbackServer.answering(over: TLSSettings(), { .text($0.path) }) { server in
                var configuration = server.configuration
                configuration.certificateAuthorities += [proxy.authority].compactMap(\.self)
                configuration.proxy = try proxy.rules()
                try await withLoader(configuration, metrics: TransferMetrics(connections: { connections.append($0) })) { loader in
                    _ = try await loader.loadWhole(server.request("/a"), upTo: 10)
                    let request = LoadRequest(url: try #require(Self.url), kind: .media, timeouts: .long)
                    _ = try await loader.loadWhole(request, upTo: 20)
                }
            }
        }
        let elapsed = (ContinuousClock.now - start) / .seconds(1)
        #expect(Set(connections.all.map(\.isSecure)) == [false, true])
        for connection in connections.all {
            let phases = try #require(connection.phases)
            #expect(phases.lookup >= 0 && phases.tcp >= 0 && (phases.tls > 0) == connection.isSecure)
            #expect(phases.lookup + phases.tcp + phases.tls <= elapsed)
        }
    }

    @Test(
        "A proxy with SOCKS connects to a host whose name its version or the client looks up, and gets the credentials",
        arguments: ["socks4", "socks4a", "socks5", "socks5h"], [credentials, nil])
    func socks(scheme: String, credentials: String?) async throws {
        // SOCKS 4 has no passwords.
        let user = scheme.hasPrefix("socks4") ? "user" : "user:hunter2"
        let hosts = ["socks4a", "socks5h"].contains(scheme) ? ["localhost"] : Self.loopback
        for security in [TLSSettings(), nil] {
            let addresses = Recorder<String>()
            try await LoopbackProxy.socks(addresses, scheme: scheme) { proxy in
                try await LoopbackServer.answering(over: security, { .text($0["Host"] ?? "") }) { server in
                    var configuration = server.configuration
                    configuration.proxy = try proxy.rules(credentials: credentials)
                    try await withLoader(configuration) { loader in
                        let request = LoadRequest(url: server.url(host: "localhost"), kind: .media, timeouts: .long)
                        let bytes = try await loader.loadWhole(request, upTo: 20).bytes
                        #expect(bytes == Array("localhost:\(server.port)".utf8))
                    }
                }
            }
            let received = Set(addresses.all)
            #expect(received.contains(user) == (credentials != nil), "\(received)")
            #expect(!received.isDisjoint(with: hosts) && received.subtracting(hosts).isSubset(of: [user]), "\(received)")
        }
    }

    @Test(
        "A proxy with SOCKS that does not connect ends the request",
        arguments: [
            ("socks4", [0, 91]), ("socks4", []), ("socks4a", [0, 93]), ("socks4a", [4, 90]), ("socks5", [5, 1, 0, 1]),
            ("socks5", [4, 0, 0, 1]), ("socks5h", [5, 4, 0, 1]), ("socks5h", [5, 5, 0, 1]), ("socks5h", [5, 255, 0, 1]), ("socks5h", []),
        ] as [(String, [UInt8])])
    func refusedBySocks(scheme: String, reply: [UInt8]) async throws {
        let address = [UInt8](repeating: 0, count: 6)
        try await LoopbackProxy.socks(Recorder(), scheme: scheme, refusal: reply.isEmpty ? [] : reply + address) { proxy in
            try await withLoader(Self.configuration(try proxy.rules())) { loader in
                let url = try #require(URL(string: "http://localhost:\(LoopbackServer.closedPort)/"))
                let failure = await loadError { try await loader.load(LoadRequest(url: url, kind: .media, timeouts: .long)) }
                #expect(failure?.reason == .unreachable)
            }
        }
    }

    @Test("The environment selects the proxy, but not for the local machine")
    func environment() async throws {
        let requests = Recorder<ServerRequest>()
        try await LoopbackProxy.run(requests) { proxy in
            let rules = ProxyRules(environment: ["http_proxy": "127.0.0.1:\(proxy.port)", "https_proxy": "127.0.0.1:1"])
            try await LoopbackServer.answering({ _ in .text("direct") }) { server in
                try await withLoader(Self.configuration(rules)) { loader in
                    #expect(try await loader.loadWhole(server.request(), upTo: 20).bytes == Array("direct".utf8))
                    let request = LoadRequest(url: try #require(Self.url), kind: .media, timeouts: .long)
                    #expect(try await loader.loadWhole(request, upTo: 20).bytes == Array("forwarded".utf8))
                }
            }
        }
        #expect(requests.all.count == 1)
    }

    @Test("A proxy that requires credentials is reported as status 407, without those that were sent", arguments: ["http", "https"])
    func unauthorized(scheme: String) async throws {
        let refusal = ServerReply.text("no", status: 407, headers: [("Proxy-Authenticate", "Basic realm=x")])
        try await LoopbackProxy.run(Recorder(), refusal: refusal) { proxy in
            try await withLoader(Self.configuration(try proxy.rules(credentials: Self.credentials))) { loader in
                let url = try #require(URL(string: "\(scheme)://origin.invalid/"))
                let failure = try #require(await loadError { try await loader.load(LoadRequest(url: url, kind: .media, timeouts: .long)) })
                #expect(failure.reason == .status(407))
                #expect(!"\(failure) \(PlaybackError(failure))".contains("hunter"))
            }
        }
    }

    @Test(
        "A proxy that does not open a tunnel ends the request",
        arguments: [
            "", "garbage\r\n\r\n",
            "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 502 Bad\r\nContent-Length: 3\r\n\r\nxyz",
            "HTTP/1.1 101 Switching\r\n\r\n", "HTTP/1.1 000 X\r\n\r\n", "HTTP/1.1 099 X\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 407 X\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 407 X\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n12345", "HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n",
        ])
    func refused(reply: String) async throws {
        try await LoopbackServer.run({ connection in
            _ = try await connection.nextRequest()
            try await connection.send(reply)
        }) { server in
            try await withLoader(Self.configuration(try LoopbackProxy(port: server.port).rules())) { loader in
                let url = try #require(URL(string: "https://origin.invalid/"))
                let failure = try #require(await loadError { try await loader.load(LoadRequest(url: url, kind: .media, timeouts: .long)) })
                #expect(failure.reason != .headTimeout)
            }
        }
    }

    @Test(
        "A proxy that sends something else without end, faster than it is read, ends the request",
        arguments: [("Content-Length: 999999999999", "x"), ("Transfer-Encoding: chunked", "1\r\nx\r\n"), ("A: b", "A: b\r\n")])
    func flood(field: String, repeated: String) async throws {
        try await LoopbackServer.run({ connection in
            _ = try await connection.nextRequest()
            try await connection.send("HTTP/1.1 407 X\r\n\(field)\r\n\(field == "A: b" ? "" : "\r\n")")
            let flood = String(repeating: repeated, count: 100_000)
            while true { try await connection.send(flood) }
        }) { server in
            try await withLoader(Self.configuration(try LoopbackProxy(port: server.port).rules())) { loader in
                let url = try #require(URL(string: "https://origin.invalid/"))
                let failure = try #require(await loadError { try await loader.load(LoadRequest(url: url, kind: .media, timeouts: .long)) })
                #expect(failure.reason != .headTimeout)
            }
        }
    }

    @Test("An invalid setting fails with its name")
    func invalid() async throws {
        let rules = ProxyRules(environment: ["ALL_PROXY": "ftp://user:hunter2@proxy"])
        let request = LoadRequest(url: try #require(Self.url), kind: .media, timeouts: .long)
        try await withLoader(Self.configuration(rules)) { loader in
            let failure = try #require(await loadError { try await loader.load(request) })
            #expect(failure.reason == .unreachable)
            let text = try #require(PlaybackError(failure).underlying)
            #expect(text.contains("ALL_PROXY") && text.contains("ftp") && !text.contains("hunter"))
        }
    }
}
