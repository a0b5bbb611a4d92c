import Foundation
import PlayheadCore
import PlayheadTransport
import Testing

@Suite("Failures over HTTP", .timeLimit(.minutes(5)))
struct HTTPFailureTests {
    @Test("An error status is reported according to the request's kind", arguments: [404, 500, 403, 503], LoadKind.allCases)
    func status(status: Int, kind: LoadKind) async throws {
        try await LoopbackServer.answering({ _ in .text("no", status: status, headers: [("Retry-After", "7")]) }) { server in
            try await withLoader { loader in
                let failure = try #require(await loadError { try await loader.load(server.request("/x", kind: kind)) })
                #expect(failure.reason == .status(status))
                #expect(failure.retryAfter == 7)
                let error = PlaybackError(failure)
                #expect(error.code % 1000 == status)
                #expect(error.url == server.url("/x").absoluteString)
                switch kind {
                case .feed: #expect(error.kind == .feedStatus(status))
                case .manifest: #expect(error.kind == .manifestStatus(status))
                case .segment: #expect(error.kind == .segmentStatus(status))
                case .key: #expect(error.kind == .keyStatus(status))
                case .captions: #expect(error.kind == .captionsStatus(status))
                case .media: #expect(error.kind == .httpStatus(status))
                }
            }
        }
    }

    @Test("A refused connection is reported at once")
    func refused() async throws {
        try await withLoader { loader in
            let request = LoadRequest(url: LoopbackServer(port: LoopbackServer.closedPort).url(), kind: .media, timeouts: .long)
            let failure = try #require(await loadError { try await loader.load(request) })
            #expect(failure.reason == .unreachable)
            #expect(PlaybackError(failure).kind == .unreachable)
        }
    }

    @Test("A host name without an address is reported")
    func unknownHost() async throws {
        try await withLoader { loader in
            let url = try #require(URL(string: "http://no-such-host.invalid/x"))
            let failure = try #require(await loadError { try await loader.load(LoadRequest(url: url, kind: .manifest, timeouts: .long)) })
            #expect(failure.reason == .hostNotFound)
            #expect(PlaybackError(failure).kind == .unreachable)
        }
    }

    @Test("An invalid URL is reported", arguments: ["gopher://h/x", "dict://h/x", "ftp://h/x", "http:///x", "relative/path", "mailto:a@b"])
    func badURL(text: String) async throws {
        let url = try #require(URL(string: text))
        let loader = URLLoader()
        let failure = try #require(await loadError { try await loader.load(LoadRequest(url: url, kind: .media, timeouts: .long)) })
        #expect(failure.reason == .invalidURL)
        #expect(PlaybackError(failure).kind == .invalidURL)
        await loader.shutdown()
    }

    @Test("A body shorter than announced throws after the received bytes")
    func tooShort() async throws {
        try await LoopbackServer.run({ connection in
            _ = try await connection.nextRequest()
            try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345")
        }) { server in
            try await withLoader { loader in
                let response = try await loader.load(server.request())
                var bytes: [UInt8] = []
                let failure = await loadError { for try await chunk in response.body { bytes += chunk } }
                #expect(bytes == Array("12345".utf8))
                #expect(failure?.reason == .incomplete(received: 5, expected: 10))
            }
        }
    }

    @Test("A truncated chunked body throws")
    func cutChunks() async throws {
        try await LoopbackServer.run({ connection in
            _ = try await connection.nextRequest()
            try await connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n wo")
        }) { server in
            try await withLoader { loader in
                let failure = try #require(await loadError { try await loader.loadWhole(server.request(), upTo: 100) })
                #expect(failure.reason == .connectionLost)
                #expect(PlaybackError(failure).kind == .connectionLost)
            }
        }
    }

    @Test("A reset during the body throws")
    func reset() async throws {
        let isRead = Signal()
        try await LoopbackServer.run({ connection in
            _ = try await connection.nextRequest()
            try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345")
            await isRead.wait()
            try await connection.reset()
        }) { server in
            try await withLoader { loader in
                let response = try await loader.load(server.request())
                let failure = await loadError {
                    for try await _ in response.body { isRead.set() }
                }
                #expect(failure?.reason == .connectionLost)
            }
        }
    }

    @Test("A connection that closes without a response throws")
    func noAnswer() async throws {
        try await LoopbackServer.run({ connection in _ = try await connection.nextRequest() }) { server in
            try await withLoader { loader in
                #expect(await loadError { try await loader.load(server.request()) }?.reason == .connectionLost)
            }
        }
    }

    @Test("An invalid response throws, over http and https", arguments: ["http", "https"])
    func garbage(scheme: String) async throws {
        try await LoopbackServer.run({ connection in
            try await connection.send("SSH-2.0-garbage\r\n\r\n\u{1}\u{2}\r\n")
            await connection.waitForClose()
        }) { server in
            try await withLoader { loader in
                let url = try #require(URL(string: "\(scheme)://127.0.0.1:\(server.port)/"))
                let failure = try #require(await loadError { try await loader.load(LoadRequest(url: url, kind: .media, timeouts: .long)) })
                #expect(failure.reason == (scheme == "http" ? .invalidResponse(status: 0) : .unreachable))
            }
        }
    }

    @Test("A loader that was shut down fails, and shutting down ends active transfers")
    func shutDown() async throws {
        try await LoopbackServer.run({ connection in
            _ = try await connection.nextRequest()
            try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345")
            await connection.waitForClose()
        }) { server in
            let loader = HTTPLoader()
            let response = try await loader.load(server.request())
            await loader.shutdown()
            #expect(await loadError { try await response.body.collect(upTo: 100) }?.reason == .shutDown)
            #expect(await loadError { try await loader.load(server.request()) }?.reason == .shutDown)
            await loader.shutdown()
        }
    }

    @Test("Errors contain no secrets")
    func noSecrets() async throws {
        try await LoopbackServer.answering({ _ in .text("no", status: 403) }) { server in
            try await withLoader { loader in
                let url = try #require(URL(string: "http://user:hunter2@127.0.0.1:\(server.port)/x?token=hunter3&a=1"))
                let request = LoadRequest(
                    url: url, kind: .media, headers: ["X-Key": "hunter4"], cookies: [.init(name: "c", value: "hunter5")], timeouts: .long)
                let failure = try #require(await loadError { try await loader.load(request) })
                let text = "\(failure) \(PlaybackError(failure)) \(request.headers) \(request.cookies)"
                #expect(!text.contains("hunter"))
                #expect(failure.url == "http://127.0.0.1:\(server.port)/x?token=***&a=***")
            }
        }
    }
}
