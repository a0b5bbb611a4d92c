import PlayheadCore
import PlayheadTransport
import Testing

@Suite("Time limits", .timeLimit(.minutes(5)))
struct TimeoutTests {
    @Test("A missing head ends the load and the connection")
    func stalledHead() async throws {
        let isClosed = Signal()
        try await LoopbackServer.run({ connection in
            await connection.waitForClose()
            isClosed.set()
        }) { server in
            try await withLoader { loader in
                let failure = try #require(await loadError { try await loader.load(server.request(timeouts: LoadTimeouts(head: 1))) })
                #expect(failure.reason == .headTimeout)
                #expect(PlaybackError(failure).kind == .timeout)
                await isClosed.wait()
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
                let response = try await loader.load(server.request("/slow", timeouts: LoadTimeouts(progress: 0.5)))
                // Another load has a longer timeout meanwhile.
                try await LoopbackServer.run({ await $0.waitForClose() }) { silent in
                    _ = await loadError { try await loader.load(silent.request(timeouts: LoadTimeouts(head: 1))) }
                }
                #expect(try await response.body.collect(upTo: 4_000_000).count == 4_000_000)
            }
        }
    }

    @Test("The timeout for the head includes all redirects")
    func redirects() async throws {
        let requests = Recorder<String>()
        try await LoopbackServer.run({ connection in
            while let request = try await connection.nextRequest() {
                requests.append(request.path)
                guard request.path == "/1" else { return await connection.waitForClose() }
                try await connection.send(.redirect(to: "/2"))
            }
        }) { server in
            try await withLoader { loader in
                // Long enough for the first response on a busy machine.
                let failure = await loadError { try await loader.load(server.request("/1", timeouts: LoadTimeouts(head: 5))) }
                #expect(failure?.reason == .headTimeout)
                #expect(requests.all == ["/1", "/2"])
            }
        }
    }
}
