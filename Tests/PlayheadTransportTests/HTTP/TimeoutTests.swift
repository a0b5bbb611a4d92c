import PlayheadCore
import PlayheadTransport
import TestSupport
import Testing

@Suite("Time limits", .timeLimit(.minutes(5)))
struct TimeoutTests {
    @Test("A missing head ends the load and the connection")
    func stalledHead() async throws {
        try await LoopbackServer.run({ await $0.waitForClose() }) { server in
            try await withLoader { loader in
                // A kind without spare connections, which stay.
                let failure = try #require(
                    await loadError { try await loader.load(server.request(kind: .feed, timeouts: LoadTimeouts(head: 1))) })
                #expect(failure.reason == .headTimeout)
                #expect(PlaybackError(failure).kind == .timeout)
                // The server may have accepted it after the timeout.
                try await eventually("it is closed") { try ProcessTable.sockets(toPort: server.port) == 0 }
            }
        }
    }

    @Test("A stalled body ends the load and the connection")
    func stalledBody() async throws {
        let isClosed = Signal()
        try await LoopbackServer.run({ connection in
            _ = try await connection.nextRequest()
            try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345")
            await connection.waitForClose()
            isClosed.set()
        }) { server in
            try await withLoader { loader in
                let response = try await loader.load(server.request(timeouts: LoadTimeouts(progress: 0.5)))
                var bytes: [UInt8] = []
                let failure = try #require(await loadError { for try await chunk in response.body { bytes += chunk } })
                #expect(bytes == Array("12345".utf8))
                #expect(failure.reason == .progressTimeout)
                #expect(PlaybackError(failure).kind == .timeout)
                await isClosed.wait()
            }
        }
    }

    @Test("Time without a waiting reader does not count")
    func slowReader() async throws {
        try await LoopbackServer.answering({ $0.path == "/slow" ? .text(String(repeating: "x", count: 4_000_000)) : .text("") }) { server in
            try await withLoader { loader in
                // Long enough for each part of the body on a busy machine.
                let response = try await loader.load(server.request("/slow", timeouts: LoadTimeouts(progress: 2)))
                // Another load has a longer timeout meanwhile.
                try await LoopbackServer.run({ await $0.waitForClose() }) { silent in
                    _ = await loadError { try await loader.load(silent.request(timeouts: LoadTimeouts(head: 2.5))) }
                }
                #expect(try await response.body.collect(upTo: 4_000_000).count == 4_000_000)
            }
        }
    }

    @Test("The timeout for the head includes all redirects")
    func redirects() async throws {
        try await LoopbackServer.run({ connection in
            // Each response takes less than the timeout, those that are allowed take longer together.
            var number = 0
            while try await connection.nextRequest() != nil {
                number += 1
                try await connection.send(.redirect(to: "/\(number)"))
            }
        }) { server in
            try await withLoader(HTTPLoaderConfiguration(maximumRedirects: 100_000)) { loader in
                let failure = await loadError { try await loader.load(server.request("/", timeouts: LoadTimeouts(head: 0.5))) }
                #expect(failure?.reason == .headTimeout)
            }
        }
    }
}
