import Foundation
import NIOCore
import TestSupport
import Testing

@testable import PlayheadOverlayServer

/// The server by itself: its limits, and its end.
@Suite("A server of pages", .timeLimit(.minutes(5)))
@MainActor
struct PageServerTests {
    /// Starts a server that sends a number of MiB to each page.
    private func start(
        _ limits: ServerLimits = ServerLimits(), mebibytes: Int = 0, folder: URL? = nil
    ) async throws -> (PageServer, Int, AsyncStream<SocketEvent>) {
        let server = try await PageServer.bind(host: "127.0.0.1", port: 0, limits: limits)
        let (events, sink) = AsyncStream.makeStream(of: SocketEvent.self)
        let policy = RequestPolicy(hosts: ["127.0.0.1:\(server.port)"], origins: ["http://page"], token: "t")
        let site = PageSite(files: try PageFiles(folder: folder), policy: policy) { event in
            if case .opened(let socket) = event {
                for _ in 0..<mebibytes { socket.send(String(repeating: "x", count: 1_048_576)) }
            }
            sink.yield(event)
        }
        server.serve(site)
        return (server, server.port, events)
    }

    private func request(_ port: Int) -> [UInt8] {
        Array(TestSocket.request(port: port, path: RequestPolicy.socketPath + "?token=t", origin: "http://page").utf8)
    }

    @Test("nobody is served after it has stopped, and the port is free")
    func stopping() async throws {
        let (server, port, _) = try await start()
        #expect(try await RawRequest.send(port: port, "GET", "/playhead/overlay.js").hasPrefix("HTTP/1.1 200 OK"))
        await server.stop()
        await #expect(throws: (any Error).self) { try await RawRequest.send(port: port, "GET", "/playhead/overlay.js") }
        let next = try await PageServer.bind(host: "127.0.0.1", port: port)
        #expect(next.port == port)
        await next.stop()
    }

    @Test("closes the connections that remain when it stops: idle ones, pages', and those that do not read")
    func remaining() async throws {
        let (server, port, events) = try await start(mebibytes: 7)
        let idle = try await RawRequest.hold(port: port, after: [])
        let page = try await RawRequest.hold(port: port, after: request(port))
        for await event in events { if case .opened = event { break } }
        await server.stop()
        #expect(try await RawRequest.isClosed(idle))
        #expect(try await RawRequest.isClosed(page))
    }

    @Test("a file above the maximum size is not served")
    func largeFile() async throws {
        try await withTemporaryFolder { folder in
            let (limit, url) = (32 << 20, folder.appending(path: "a.bin"))
            try Data().write(to: url)
            let files = try PageFiles(folder: folder)
            let file = try FileHandle(forWritingTo: url)
            try file.truncate(atOffset: UInt64(limit) + 1)
            #expect(files.file(target: "/a.bin")?.bytes.count == nil)
            try file.truncate(atOffset: UInt64(limit))
            #expect(files.file(target: "/a.bin")?.bytes.count == limit)
            try file.close()
        }
    }

    @Test("files beyond the maximum size of all that are being sent are refused, until there is room again")
    func unreadFiles() async throws {
        try await withTemporaryFolder { folder in
            let url = folder.appending(path: "a.bin")
            try Data().write(to: url)
            let file = try FileHandle(forWritingTo: url)
            // More than the system takes from a connection whose client does not read.
            try file.truncate(atOffset: 20 << 20)
            try file.close()
            let (server, port, _) = try await start(ServerLimits(timeout: .hours(1), answers: 30 << 20), folder: folder)
            let request = Array("GET /a.bin HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n".utf8)
            var unread: [any Channel] = []
            try await eventually("there is no room") {
                unread.append(try await RawRequest.hold(port: port, after: request))
                return try await RawRequest.send(port: port, "GET", "/a.bin").hasPrefix("HTTP/1.1 503 ")
            }
            #expect(try await RawRequest.send(port: port, "GET", "/playhead/overlay.js").hasPrefix("HTTP/1.1 200 OK"))
            // Those that were refused may be closed already.
            for connection in unread { try? await connection.close() }
            try await eventually("there is room") { try await RawRequest.send(port: port, "GET", "/a.bin").hasPrefix("HTTP/1.1 200 OK") }
            await server.stop()
        }
    }

    @Test("a page that sends no more after its request gets its answer")
    func halfClosed() async throws {
        let (server, port, _) = try await start()
        let answer = try await RawRequest.exchange(
            port: port, Array("GET /playhead/overlay.js HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n".utf8), closesOutput: true)
        #expect(String(decoding: answer, as: UTF8.self).contains("export function connect"))
        #expect(try await RawRequest.exchange(port: port, Array("GET / HT".utf8), closesOutput: true).count { $0 == 0x0A } != 1)
        await server.stop()
    }

    @Test("a page that doesn't end its request is closed")
    func slowRequest() async throws {
        let (server, port, _) = try await start(ServerLimits(timeout: .milliseconds(100)))
        #expect(try await RawRequest.exchange(port: port, Array("GET / HTTP/1.1\r\nHost: ".utf8)) == [])
        await server.stop()
    }

    @Test("a page that doesn't read is closed, whether everything may wait or not", arguments: [7, 40])
    func unread(mebibytes: Int) async throws {
        let (server, port, events) = try await start(ServerLimits(timeout: .milliseconds(200)), mebibytes: mebibytes)
        let page = try await RawRequest.hold(port: port, after: request(port))
        var isClosed = false
        for await event in events {
            if case .closed = event { isClosed = true }
            if isClosed { break }
        }
        #expect(isClosed)
        // It may be closed already.
        try? await page.close()
        await server.stop()
    }

    @Test("a page that reads gets everything, however long it takes")
    func large() async throws {
        let (server, port, _) = try await start(mebibytes: 7)
        // The page sends its close frame at once, and reads what was sent before.
        let answer = try await RawRequest.exchange(port: port, request(port) + RawFrame.closing(1000))
        #expect(answer.count { $0 == UInt8(ascii: "x") } >= 7 * 1_048_576)
        #expect(answer.suffix(4) == [0x88, 2, 0x03, 0xE8])
        await server.stop()
    }

    @Test("more connections than the maximum are closed, until there is room again")
    func crowded() async throws {
        let (server, port, _) = try await start(ServerLimits(timeout: .hours(1), connections: 2))
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
