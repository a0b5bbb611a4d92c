import Foundation
import PlayheadCore
import PlayheadTransport
import Testing

@Suite("Loading through a proxy", .timeLimit(.minutes(5)))
struct ProxyLoadingTests {
    private static let url = URL(string: "http://origin.invalid:8080/a%20b?c=d#part")
    private static let credentials = "us%65r:hunter2"
    private static let authorization = "Basic " + Data("user:hunter2".utf8).base64EncodedString()

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
                let request = LoadRequest(url: try #require(Self.url), kind: .media, headers: ["X-A": "b"])
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
            try await TLSListener.run(
                protocols: ["http/1.1"], { RecordingResponder.install(on: $0, connections: Recorder(), requests: received) }
            ) { listener in
                var configuration = listener.configuration
                configuration.proxy = try proxy.rules(credentials: Self.credentials)
                try await withLoader(configuration) { loader in
                    for path in ["/a", "/b"] {
                        let bytes = try await loader.loadWhole(listener.request(path), upTo: 10).bytes
                        #expect(bytes == Array(path.utf8))
                    }
                }
            }
        }
        #expect(received.all == ["GET /a", "GET /b"])
        #expect(!requests.all.isEmpty && requests.all.allSatisfy { $0.method == "CONNECT" })
        #expect(requests.all.allSatisfy { $0["Proxy-Authorization"] == Self.authorization })
    }

    @Test("The environment selects the proxy, but not for the local machine")
    func environment() async throws {
        let requests = Recorder<ServerRequest>()
        try await LoopbackProxy.run(requests) { proxy in
            let rules = ProxyRules(environment: ["http_proxy": "127.0.0.1:\(proxy.port)", "https_proxy": "127.0.0.1:1"])
            try await LoopbackServer.answering({ _ in .text("direct") }) { server in
                try await withLoader(Self.configuration(rules)) { loader in
                    #expect(try await loader.loadWhole(server.request(), upTo: 20).bytes == Array("direct".utf8))
                    let request = LoadRequest(url: try #require(Self.url), kind: .media)
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
                let failure = try #require(await loadError { try await loader.load(LoadRequest(url: url, kind: .media)) })
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
                let failure = try #require(await loadError { try await loader.load(LoadRequest(url: url, kind: .media)) })
                #expect(failure.reason != .headTimeout)
            }
        }
    }

    @Test("An invalid setting fails with its name")
    func invalid() async throws {
        let rules = ProxyRules(environment: ["ALL_PROXY": "socks5://user:hunter2@proxy"])
        let request = LoadRequest(url: try #require(Self.url), kind: .media)
        try await withLoader(Self.configuration(rules)) { loader in
            let failure = try #require(await loadError { try await loader.load(request) })
            #expect(failure.reason == .unreachable)
            let text = try #require(PlaybackError(failure).underlying)
            #expect(text.contains("ALL_PROXY") && text.contains("socks5") && !text.contains("hunter"))
        }
    }
}
