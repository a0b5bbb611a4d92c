import Foundation
import NIOCore
import NIOPosix
import TLSTestSupport
import TestSupport
import Testing

@testable import PlayheadTransport

@Suite("Spare connections", .timeLimit(.minutes(5)))
struct SpareConnectionTests {
    /// The number of connections that a playlist opens.
    private static let connectionCount = LoadKind.manifest.connections

    @Test("A request over http opens spare connections, which stay silent and serve parallel requests")
    func plain() async throws {
        let connections = Recorder<Int>()
        let requests = Recorder<String>()
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { RecordingResponder.install(on: $0, connections: connections, requests: requests) }
            .bind(host: "127.0.0.1", port: 0).get()
        let server = LoopbackServer(port: listener.localAddress?.port ?? 0)
        try await withLoader { loader in
            #expect(try await loader.loadWhole(server.request("/0", kind: .manifest), upTo: 10).bytes == Array("/0".utf8))
            try await eventually("the spare connections are open") { connections.all.count == Self.connectionCount }
            for index in 1...20 { _ = try await loader.loadWhole(server.request("/\(index)", kind: .segment), upTo: 10) }
        }
        #expect(requests.all == (0...20).map { "GET /\($0)" })
        // Usually no more than after the first request; a connection may be returned only after the next request has asked for one.
        #expect(connections.all.count <= Self.connectionCount + 2)
        try await listener.close()
    }

    @Test("Over https spare connections follow when the server has chosen HTTP/1.1")
    func secure() async throws {
        let connections = Recorder<Int>()
        let requests = Recorder<String>()
        try await LoopbackServer.answering(
            over: TLSSettings(), accepted: connections,
            { request in
                requests.append("\(request.method) \(request.path)")
                return .text(request.path)
            }
        ) { server in
            try await withLoader(server.configuration) { loader in
                _ = try await loader.loadWhole(server.request("/0", kind: .manifest), upTo: 10)
                try await eventually("the spare connections are open") { connections.all.count == Self.connectionCount }
                for index in 1...20 { _ = try await loader.loadWhole(server.request("/\(index)", kind: .segment), upTo: 10) }
            }
        }
        #expect(requests.all == (0...20).map { "GET /\($0)" })
        #expect(connections.all.count <= Self.connectionCount + 2)
    }

    @Test("A server with HTTP/2 gets one connection, and no spare request")
    func multiplexed() async throws {
        let connections = Recorder<Int>()
        let streams = Recorder<UInt32>()
        try await HTTP2Connection.serve(
            accepted: connections,
            { connection in
                while let stream = try await connection.nextRequest() {
                    streams.append(stream)
                    try await connection.send(HTTP2Bytes.head("200", stream: stream, ends: true))
                }
            }
        ) { server in
            try await withLoader(server.configuration) { loader in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for index in 0..<5 {
                        group.addTask { _ = try await loader.loadWhole(server.request("/\(index)", kind: .segment), upTo: 10) }
                    }
                    try await group.waitForAll()
                }
                for index in 5..<20 { _ = try await loader.loadWhole(server.request("/\(index)", kind: .segment), upTo: 10) }
            }
        }
        #expect(streams.all.count == 20)
        #expect(connections.all.count == 1)
    }

    /// A request opens a connection for itself and, after its end, those that should be ready. The pool replaces a closed connection only if
    /// requests wait for more connections than are being opened, which is never the case below its maximum number of connections.
    @Test("A server that closes each connection is connected only as often as requests ask for it")
    func closing() async throws {
        let count = 3
        let connections = Recorder<Int>()
        try await LoopbackServer.counting(connections) { server in
            try await withLoader { loader in
                for _ in 0..<count { _ = try? await loader.load(server.request(kind: .manifest, timeouts: .init(head: 1))) }
            }
        }
        let most = count * (1 + StaleConnectionPolicy.maximumUnused + Self.connectionCount)
        #expect((count...most).contains(connections.all.count))
    }

    @Test("Requests that others seldom follow open a connection for themselves", arguments: [LoadKind.feed, .captions, .key])
    func none(kind: LoadKind) async throws {
        let connections = Recorder<Int>()
        try await LoopbackServer.counting(connections) { server in
            try await withLoader { loader in
                for _ in 0..<3 { _ = try? await loader.load(server.request(kind: kind, timeouts: .init(head: 1))) }
            }
        }
        // A request is sent again if its connection is closed before.
        #expect((3...(3 * (1 + StaleConnectionPolicy.maximumUnused))).contains(connections.all.count))
    }
}
