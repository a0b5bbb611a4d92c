import PlayheadTransport
import Testing

@Suite("Giving up a transfer", .timeLimit(.minutes(5)))
struct CancellationTests {
    /// Responds with an endless body, and signals when the client has closed the connection.
    private static func endless(_ isClosed: Signal) -> LoopbackServer.Handler {
        { connection in
            _ = try await connection.nextRequest()
            do {
                try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n12345")
            } catch {}
            await connection.waitForClose()
            isClosed.set()
        }
    }

    @Test("Cancelling the reading task closes the connection and throws")
    func cancelledTask() async throws {
        let isClosed = Signal()
        let hasBytes = Signal()
        try await LoopbackServer.run(Self.endless(isClosed)) { server in
            try await withLoader { loader in
                let reading = Task {
                    let response = try await loader.load(server.request())
                    for try await _ in response.body { hasBytes.set() }
                }
                await hasBytes.wait()
                reading.cancel()
                await isClosed.wait()
                await #expect(throws: CancellationError.self) { try await reading.value }
            }
        }
    }

    @Test("Leaving the loop closes the connection, also while the response is retained")
    func leftLoop() async throws {
        let isClosed = Signal()
        try await LoopbackServer.run(Self.endless(isClosed)) { server in
            try await withLoader { loader in
                let response = try await loader.load(server.request())
                for try await _ in response.body { break }
                await isClosed.wait()
                #expect(await loadError { for try await _ in response.body {} }?.reason == .bodyUsed)
            }
        }
    }

    @Test("Releasing the unread response closes the connection")
    func dropped() async throws {
        let isClosed = Signal()
        try await LoopbackServer.run(Self.endless(isClosed)) { server in
            try await withLoader { loader in
                _ = try await loader.load(server.request())
                await isClosed.wait()
            }
        }
    }

    @Test("An iterator works after its response was released")
    func iteratorAlone() async throws {
        try await LoopbackServer.answering({ _ in .text("whole body") }) { server in
            try await withLoader { loader in
                var iterator = try await loader.load(server.request()).body.makeAsyncIterator()
                var bytes: [UInt8] = []
                while let chunk = try await iterator.next() { bytes += chunk }
                #expect(bytes == Array("whole body".utf8))
                #expect(try await iterator.next() == nil)
            }
        }
    }

    @Test("Cancelling while the head is awaited closes the connection and throws")
    func beforeHead() async throws {
        let isAsked = Signal()
        let isClosed = Signal()
        try await LoopbackServer.run({ connection in
            _ = try await connection.nextRequest()
            isAsked.set()
            await connection.waitForClose()
            isClosed.set()
        }) { server in
            try await withLoader { loader in
                let loading = Task { try await loader.load(server.request()) }
                await isAsked.wait()
                loading.cancel()
                await isClosed.wait()
                await #expect(throws: CancellationError.self) { try await loading.value }
            }
        }
    }

    @Test("Cancelling a body while the head of the rest of its range is awaited closes the connection and throws")
    func beforeRest() async throws {
        let isAsked = Signal()
        let isClosed = Signal()
        try await LoopbackServer.run({ connection in
            while let request = try await connection.nextRequest() {
                guard request["Range"] == "bytes=0-9" else {
                    isAsked.set()
                    await connection.waitForClose()
                    return isClosed.set()
                }
                try await connection.send("HTTP/1.1 206 Part\r\nContent-Range: bytes 0-4/10\r\nContent-Length: 5\r\n\r\n12345")
            }
        }) { server in
            try await withLoader { loader in
                let body = try await loader.load(server.request(range: ByteRange(offset: 0, length: 10))).body
                let reading = Task { try await body.collect(upTo: 10) }
                await isAsked.wait()
                body.cancel()
                await isClosed.wait()
                await #expect(throws: CancellationError.self) { try await reading.value }
            }
        }
    }

    @Test("A body works after its loader was released, and the last release closes the connection")
    func bodyAlone() async throws {
        let isClosed = Signal()
        try await LoopbackServer.run({ connection in
            _ = try await connection.nextRequest()
            try await connection.send(.text("whole body"))
            await connection.waitForClose()
            isClosed.set()
        }) { server in
            let body = try await HTTPLoader().load(server.request()).body
            #expect(try await body.collect(upTo: 100) == Array("whole body".utf8))
            await isClosed.wait()
        }
    }
}
