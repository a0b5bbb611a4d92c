import FlyingSocks
import Foundation
import NIOCore
import TestSupport
import Testing

@testable import PlayheadOverlayServer

/// The server by itself: what it bears, and what it leaves behind.
@Suite("A server of pages", .timeLimit(.minutes(5)))
@MainActor
struct PageServerTests {
    /// A server of sockets, which says so many MiB to each page.
    private func start(
        _ limits: GateLimits = GateLimits(), mebibytes: Int = 0
    ) async throws -> (PageServer, Int, AsyncStream<SocketEvent>) {
        let (listener, port) = try ListeningSocket.open(host: "127.0.0.1", port: 0)
        let (events, sink) = AsyncStream.makeStream(of: SocketEvent.self)
        let policy = RequestPolicy(hosts: ["127.0.0.1:\(port)"], origins: ["http://page"], token: "t")
        let handler = PageHandler(files: try PageFiles(folder: nil), policy: policy) { event in
            if case .opened(let socket) = event {
                for _ in 0..<mebibytes { socket.send(String(repeating: "x", count: 1_048_576)) }
            }
            sink.yield(event)
        }
        return (try await PageServer.start(on: listener, answering: handler, limits: limits), port, events)
    }

    private func request(_ port: Int) -> [UInt8] {
        Array(TestSocket.request(port: port, path: PageFiles.socketPath + "?token=t", origin: "http://page").utf8)
    }

    @Test("FlyingFox listens in a folder that nobody else enters; both are gone when it stops")
    func stopping() async throws {
        let (server, port, _) = try await start()
        let folder = server.address.folder.path
        let attributes = try FileManager.default.attributesOfItem(atPath: folder)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
        #expect(try await RawRequest.send(port: port, "GET", "/playhead/overlay.js").hasPrefix("HTTP/1.1 200 OK"))
        await server.stop()
        #expect(!FileManager.default.fileExists(atPath: folder))
        await #expect(throws: (any Error).self) { try await RawRequest.send(port: port, "GET", "/playhead/overlay.js") }
    }

    @Test("where there can't be such a folder, or its path is too long for a socket, that is an error")
    func noFolder() throws {
        let parent = FileManager.default.temporaryDirectory
        #expect(throws: CocoaError.self) { try ServerAddress(in: parent.appending(path: String(repeating: "x", count: 100))) }
        #expect(throws: CocoaError.self) { try ServerAddress(in: parent.appending(path: "not there")) }
    }

    @Test("a page that doesn't end its request is closed")
    func slowRequest() async throws {
        let (server, port, _) = try await start(GateLimits(patience: .milliseconds(100)))
        #expect(try await RawRequest.exchange(port: port, Array("GET / HTTP/1.1\r\nHost: ".utf8)) == [])
        await server.stop()
    }

    @Test("a page that doesn't read is closed, whether all it is sent may wait or not", arguments: [7, 40])
    func unread(mebibytes: Int) async throws {
        let (server, port, events) = try await start(GateLimits(patience: .milliseconds(200)), mebibytes: mebibytes)
        let page = try await RawRequest.hold(port: port, after: request(port))
        var isClosed = false
        for await event in events {
            if case .closed = event { isClosed = true }
            if isClosed { break }
        }
        #expect(isClosed)
        try await page.close()
        await server.stop()
    }

    @Test("a page that reads gets all that it is sent, however slow the way is")
    func large() async throws {
        let (server, port, _) = try await start(mebibytes: 7)
        // The page says farewell at once, and reads what was sent before.
        let answer = try await RawRequest.exchange(port: port, request(port) + RawFrame.closing(1000))
        #expect(answer.count { $0 == UInt8(ascii: "x") } >= 7 * 1_048_576)
        #expect(answer.suffix(4) == [0x88, 2, 0x03, 0xE8])
        await server.stop()
    }

    @Test("more connections than it bears are closed, until there is room again")
    func crowded() async throws {
        let (server, port, _) = try await start(GateLimits(connections: 2))
        let first = try await RawRequest.hold(port: port, after: [])
        let second = try await RawRequest.hold(port: port, after: [])
        // The first two are let in before.
        try await eventually("it is full") { ((try? await RawRequest.send(port: port, "GET", "/playhead/overlay.js")) ?? "").isEmpty }
        try await first.close()
        try await eventually("there is room") {
            try await RawRequest.send(port: port, "GET", "/playhead/overlay.js").hasPrefix("HTTP/1.1 200 OK")
        }
        try await second.close()
        await server.stop()
    }
}
