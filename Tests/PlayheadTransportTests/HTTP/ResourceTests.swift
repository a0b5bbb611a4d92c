import PlayheadTransport
import TestSupport
import Testing

@Suite("What a loader leaves behind", .timeLimit(.minutes(5)), .enabled(if: ProcessTable.isThere))
struct ResourceTests {
    @Test("200 loaders that are used and shut down leave no socket")
    func loaders() async throws {
        try await LoopbackServer.answering({ _ in .text("body") }) { server in
            for _ in 0..<200 {
                try await withLoader { loader in _ = try await loader.loadWhole(server.request(), upTo: 10) }
            }
            #expect(try ProcessTable.sockets(toPort: server.port) == 0)
        }
    }

    @Test("200 loads with one loader, some abandoned, need only the sockets of simultaneous loads")
    func loads() async throws {
        let body = [UInt8](repeating: 7, count: 3_000_000)
        try await LoopbackServer.answering({ _ in ServerReply(body: body) }) { server in
            try await withLoader { loader in
                for index in 0..<200 {
                    let response = try await loader.load(server.request())
                    if index % 10 == 0 { _ = try await response.body.collect(upTo: 3_000_000) }
                }
                #expect(try ProcessTable.sockets(toPort: server.port) <= 16)
            }
            #expect(try ProcessTable.sockets(toPort: server.port) == 0)
        }
    }

    @Test("Releasing a loader without shutdown closes its connections")
    func released() async throws {
        let isClosed = Signal()
        try await LoopbackServer.run({ connection in
            while try await connection.nextRequest() != nil { try await connection.send(.text("body")) }
            isClosed.set()
        }) { server in
            _ = try await HTTPLoader().loadWhole(server.request(), upTo: 10)
            await isClosed.wait()
        }
    }
}
