import Testing

@testable import PlayheadTransport

/// RFC 9112 §9.3.1
@Suite("Stale connections", .timeLimit(.minutes(5)))
struct StaleConnectionTests {
    /// Responds to the first request of a connection, and closes it at the second one.
    private static func serve(_ connection: inout ServerConnection, _ paths: Recorder<String>) async throws {
        guard let first = try await connection.nextRequest() else { return }
        paths.append(first.path)
        try await connection.send(.text(first.path))
        _ = try await connection.nextRequest()
    }

    @Test("A request on a reused connection that is closed before the first byte is sent again at once, unseen")
    func repeated() async throws {
        let paths = Recorder<String>()
        let ended = Recorder<LoadOutcome>()
        let metrics = TransferMetrics { if let outcome = $0.outcome { ended.append(outcome) } }
        try await LoopbackServer.run({ try await Self.serve(&$0, paths) }) { server in
            try await withLoader(metrics: metrics) { loader in
                for index in 0..<5 {
                    let bytes = try await loader.loadWhole(server.request("/\(index)", kind: .key), upTo: 10).bytes
                    #expect(bytes == Array("/\(index)".utf8))
                }
            }
        }
        #expect(paths.all == (0..<5).map { "/\($0)" })
        #expect(metrics.counters.requests == 5)
        #expect(ended.all == Array(repeating: .complete, count: 5))
    }

    @Test("A request that submits something is sent once, on a connection of its own")
    func submission() async throws {
        let paths = Recorder<String>()
        try await LoopbackServer.run({ try await Self.serve(&$0, paths) }) { server in
            try await withLoader { loader in
                _ = try await loader.loadWhole(server.request("/0", kind: .key), upTo: 10)
                var request = server.request("/1", kind: .key)
                request.content = RequestContent([1], type: "text/plain")
                _ = try await loader.loadWhole(request, upTo: 10)
            }
        }
        #expect(paths.all == ["/0", "/1"])
    }

    /// The way in which a server with HTTP/2 ends a connection after its first response.
    enum End: CaseIterable {
        /// The connection is closed at the second request.
        case closed
        /// A GOAWAY frame follows the response (RFC 9113 §6.8).
        case announced
        /// A GOAWAY frame says that the second request was not processed.
        case unprocessed
        /// The second request is refused (RFC 9113 §8.7), and so is each further one.
        case refused

        /// Returns the frames after the first response, on a stream.
        func afterResponse(_ stream: UInt32) -> [UInt8] { self == .announced ? Self.goAway(stream) : [] }

        /// Returns the frames after the second request, on a stream.
        func afterRequest(_ stream: UInt32) -> [UInt8] {
            switch self {
            case .closed, .announced: []
            case .unprocessed: Self.goAway(stream - 2)
            case .refused: HTTP2Bytes.frame(type: 3, stream: stream, HTTP2Bytes.number(7))
            }
        }

        private static func goAway(_ last: UInt32) -> [UInt8] {
            HTTP2Bytes.frame(type: 7, stream: 0, HTTP2Bytes.number(last) + HTTP2Bytes.number(0))
        }
    }

    @Test("A stream of a reused HTTP/2 connection that ends before the first byte is sent again at once", arguments: End.allCases)
    func multiplexed(end: End) async throws {
        let connections = Recorder<Int>()
        let streams = Recorder<UInt32>()
        try await HTTP2Connection.serve(
            accepted: connections,
            { connection in
                guard let stream = try await connection.nextRequest() else { return }
                streams.append(stream)
                try await connection.send(HTTP2Bytes.head("200", stream: stream, ends: true) + end.afterResponse(stream))
                while let next = try await connection.nextRequest() {
                    try await connection.send(end.afterRequest(next))
                    if end != .refused { return }
                }
            }
        ) { server in
            try await withLoader(server.configuration) { loader in
                for index in 0..<3 { _ = try await loader.loadWhole(server.request("/\(index)", kind: .key), upTo: 10) }
            }
        }
        #expect(streams.all.count == 3)
        #expect(connections.all.count == 3)
    }

    @Test("A connection on which nothing arrives until a timeout is replaced")
    func silent() async throws {
        let connections = Recorder<Int>()
        try await HTTP2Connection.serve(
            accepted: connections,
            { connection in
                let isFirst = connections.all.count == 1
                var count = 0
                while let stream = try await connection.nextRequest() {
                    if !isFirst || count == 0 { try await connection.send(HTTP2Bytes.head("200", stream: stream, ends: true)) }
                    count += 1
                }
            }
        ) { server in
            try await withLoader(server.configuration) { loader in
                // The short timeout below is for a connection that exists.
                _ = try await loader.loadWhole(server.request(kind: .key), upTo: 10)
                let failure = await loadError {
                    try await loader.load(server.request(kind: .key, timeouts: LoadTimeouts(head: 0.3, progress: 120)))
                }
                #expect(failure?.reason == .headTimeout)
                _ = try await loader.loadWhole(server.request(kind: .key), upTo: 10)
            }
        }
        #expect(connections.all.count == 2)
    }
}
