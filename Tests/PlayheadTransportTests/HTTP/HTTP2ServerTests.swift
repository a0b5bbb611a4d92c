import CCurl
import PlayheadTransport
import TestSupport
import Testing

@Suite("A server with HTTP/2", .timeLimit(.minutes(5)), .enabled(if: FileServer.isThere, "needs the package nghttp2-server"))
struct HTTP2ServerTests {
    /// Whether requests beside each other share a connection, as the version of libcurl allows.
    private let multiplexes = playhead_multiplexes() != 0
    private static let large = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 8) ^ ($0 >> 16)) }

    @Test(
        "Parallel bodies arrive, also with padding, trailers and few streams",
        arguments: [[], ["-b", "255", "--trailer", "a: b"], ["-m", "2"]])
    func parallel(options: [String]) async throws {
        let connections = Recorder<ConnectionRecord>()
        try await FileServer.run(["large": Self.large, "small": [1, 2, 3]], options: options) { server in
            try await withLoader(server.configuration, metrics: TransferMetrics(connections: { connections.append($0) })) { loader in
                // One request first, because the protocol is not known before.
                #expect(try await loader.loadWhole(server.request("/small"), upTo: 10).bytes == [1, 2, 3])
                try await withThrowingTaskGroup(of: Bool.self) { group in
                    for _ in 0..<6 {
                        group.addTask { try await loader.loadWhole(server.request("/large"), upTo: 4 << 20).bytes == Self.large }
                    }
                    for try await isWhole in group { #expect(isWhole) }
                }
                #expect(await loadError { try await loader.load(server.request("/missing")) }?.reason == .status(404))
            }
        }
        let count = connections.all.count { $0.closed == nil }
        if multiplexes, !options.contains("-m") { #expect(count == 1) }
    }

    @Test("A cancelled load leaves the others of its connection")
    func cancelled() async throws {
        let connections = Recorder<ConnectionRecord>()
        try await FileServer.run(["large": Self.large, "small": [1, 2, 3]]) { server in
            try await withLoader(server.configuration, metrics: TransferMetrics(connections: { connections.append($0) })) { loader in
                let other = try await loader.load(server.request("/large"))
                for index in 0..<10 {
                    // Some are left before their heads, others within their bodies.
                    let isStarted = Signal()
                    let cancelled = Task {
                        isStarted.set()
                        var body = try await loader.load(server.request("/large")).body.makeAsyncIterator()
                        while try await body.next() != nil {}
                    }
                    await isStarted.wait()
                    if index.isMultiple(of: 2) { _ = try await loader.loadWhole(server.request("/small"), upTo: 10) }
                    cancelled.cancel()
                    _ = await cancelled.result
                }
                #expect(try await other.body.collect(upTo: 4 << 20) == Self.large)
            }
        }
        let count = connections.all.count { $0.closed == nil }
        if multiplexes { #expect(count == 1) }
    }

    @Test("A body that is not read does not hold back others of its connection")
    func unread() async throws {
        try await FileServer.run(["large": Self.large, "small": [1, 2, 3]]) { server in
            try await withLoader(server.configuration) { loader in
                let response = try await loader.load(server.request("/large"))
                for _ in 0..<20 { #expect(try await loader.loadWhole(server.request("/small"), upTo: 10).bytes == [1, 2, 3]) }
                #expect(try await response.body.collect(upTo: 4 << 20) == Self.large)
            }
        }
    }
}
