import CCurl
import PlayheadTransport
import TLSTestSupport
import TestSupport
import Testing

@Suite("Connections before they are needed", .timeLimit(.minutes(5)))
struct SpareConnectionTests {
    /// Returns the number of connections that were opened.
    private static func count(_ connections: Recorder<ConnectionRecord>) -> Int { connections.all.count { $0.closed == nil } }

    @Test(
        "Parallel requests use connections that the first one has prepared, and nothing else is sent on them",
        arguments: playhead_multiplexes() == 0 ? [nil, TLSSettings()] : [nil])
    func prepared(security: TLSSettings?) async throws {
        let connections = Recorder<ConnectionRecord>()
        let paths = Recorder<String>()
        try await LoopbackServer.answering(
            over: security,
            { request in
                paths.append(request.path)
                return .text(request.path)
            }
        ) { server in
            try await withLoader(server.configuration, metrics: TransferMetrics(connections: { connections.append($0) })) { loader in
                _ = try await loader.loadWhole(server.request("/0", kind: .segment), upTo: 10)
                try await eventually("connections are prepared") { Self.count(connections) == 4 }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for index in 1...4 {
                        group.addTask { _ = try await loader.loadWhole(server.request("/\(index)", kind: .segment), upTo: 10) }
                    }
                    try await group.waitForAll()
                }
            }
        }
        #expect(Self.count(connections) == 4)
        #expect(paths.all.sorted() == (0...4).map { "/\($0)" })
    }

    @Test("A request that needs a further connection prepares those of its kind")
    func further() async throws {
        let connections = Recorder<ConnectionRecord>()
        try await LoopbackServer.run({ connection in
            while let request = try await connection.nextRequest() {
                guard request.path != "/key" else { return await connection.waitForClose() }
                try await connection.send(.text(request.path))
            }
        }) { server in
            try await withLoader(metrics: TransferMetrics(connections: { connections.append($0) })) { loader in
                // It prepares nothing, and has the first connection to itself.
                let key = Task { try await loader.load(server.request("/key", kind: .key)) }
                try await eventually("its connection is open") { Self.count(connections) == 1 }
                _ = try await loader.loadWhole(server.request("/segment", kind: .segment), upTo: 10)
                try await eventually("connections are prepared") { Self.count(connections) == 4 }
                key.cancel()
                _ = await key.result
            }
        }
    }

    @Test("A request without parallel ones prepares nothing")
    func single() async throws {
        let connections = Recorder<ConnectionRecord>()
        try await LoopbackServer.answering({ .text($0.path) }) { server in
            try await withLoader(metrics: TransferMetrics(connections: { connections.append($0) })) { loader in
                for index in 0..<3 { _ = try await loader.loadWhole(server.request("/\(index)", kind: .key), upTo: 10) }
            }
        }
        #expect(Self.count(connections) == 1)
    }
}
