import Foundation
import TestSupport
import Testing

@testable import PlayheadOverlayServer

/// Pages that break rules, on real connections.
@Suite("A second screen with hostile pages", .timeLimit(.minutes(5)))
@MainActor
struct HostilePageTests {
    @Test("what comes with the request is read once there is a socket: parts make a message, pings and farewells are answered")
    func early() async throws {
        let rig = try await ScreenRig()
        let answer = try await rig.exchange(
            RawFrame.bytes(9, "there?") + RawFrame.bytes(1, "no ", isLast: false) + RawFrame.bytes(9, "") + RawFrame.bytes(0, "JSON")
                + RawFrame.closing(4000))
        let end: [UInt8] = [0x8A, 6] + Array("there?".utf8) + [0x8A, 0, 0x88, 2, 0x0F, 0xA0]
        #expect(answer.suffix(end.count) == end[...])
        #expect(String(decoding: answer.dropLast(end.count), as: UTF8.self).contains(#""nonce":"#))
        try await rig.wait { rig.overlay.phase == .ended }
        #expect(rig.errors.first?.message.contains("not valid JSON") == true, "\(rig.errors)")
        #expect(rig.errors.last?.code == 307_004)
        await rig.stop()
    }

    @Test(
        "a socket that breaks a rule receives the kind of the rule, and is closed",
        arguments: [
            (RawFrame.bytes(1, "{}", isMasked: false), 1002), ([0xC1, 0x80, 0, 0, 0, 0], 1002), (RawFrame.bytes(3, "{}"), 1002),
            (RawFrame.bytes(0, "{}"), 1002), (RawFrame.bytes(9, "", isLast: false), 1002), ([0x88, 0x81, 0, 0, 0, 0, 3], 1002),
            (RawFrame.closing(1005), 1002), (RawFrame.closing(999), 1002), (RawFrame.closing(5000), 1002),
            ([0x81, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0], 1009),
            ([0x81, 0xFF, 0, 0, 0, 0, 0, 0x10, 0, 1, 0, 0, 0, 0], 1009), (RawFrame.bytes(2, "{}"), 1003),
            ([0x81, 0x82, 0, 0, 0, 0, 0xC3, 0x28], 1007), (RawFrame.bytes(8, ""), 1000), (RawFrame.closing(1001), 1001),
        ] as [([UInt8], Int)])
    func rules(frames: [UInt8], code: Int) async throws {
        let rig = try await ScreenRig()
        let answer = try await rig.exchange(frames)
        #expect(answer.suffix(4) == [0x88, 2, UInt8(code >> 8), UInt8(code & 0xFF)])
        try await rig.wait { rig.overlay.phase == .ended }
        #expect(rig.errors.map(\.code) == [307_004])
        await rig.stop()
    }

    @Test("a connection has one request, and what follows it is not read")
    func pipelined() async throws {
        let rig = try await ScreenRig()
        let request = "GET /sub/a.txt HTTP/1.1\r\nHost: 127.0.0.1:\(rig.screen.port)\r\n\r\n"
        let answer = try await rig.text(request + request)
        #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 2)
        #expect(answer.contains("Connection: close") && answer.hasSuffix("inside"))
        await rig.stop()
    }

    @Test("invalid or too large requests and those with a body are refused with a complete response")
    func requests() async throws {
        let rig = try await ScreenRig()
        let host = "Host: 127.0.0.1:\(rig.screen.port)\r\n"
        let large = String(repeating: "x", count: 1_000_000)
        for (request, status) in [
            ("GET / HTTP/1.1\r\nX: \(large)\r\n\r\n", 431), ("GET /\(large) HTTP/1.1\r\n\r\n", 431),
            ("GET /\(large.prefix(5000)) HTTP/1.1\r\n\(host)\r\n", 414),
            ("GET / HTTP/1.1\r\n\(host)Origin: \(large.prefix(5000))\r\n\r\n", 431),
            ("GET /sub/a.txt HTTP/1.1\r\n\(host)Cookie: \(large.prefix(15000))\r\n\r\n", 200),
            ("POST / HTTP/1.1\r\n\(host)Content-Length: 1000000\r\n\r\n\(large)", 405), ("\u{16}\u{3}\u{1}\(large)", 400),
            ("GET / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n", 400), ("GET / HTTP/1.1\n\(host)\n", 400),
            ("GET / HTTP/1.1\r\n\(host)\(host)\r\n", 400), ("GET / HTTP/1.1\r\n\r\n", 421),
            ("GET /playhead/socket?token=\(rig.token) HTTP/1.1\r\n\(host)Origin: \(rig.origin)\r\n\r\n", 400),
            ("GET /playhead/sockets?token=\(rig.token) HTTP/1.1\r\n\(host)Origin: \(rig.origin)\r\n\r\n", 403),
        ] {
            let answer = try await rig.text(request)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(request.prefix(40)): \(answer.prefix(40))")
            let parts = answer.components(separatedBy: "\r\n\r\n")
            #expect(parts[0].contains("Content-Length: \(parts.last?.utf8.count ?? 0)"))
        }
        await rig.stop()
    }

    @Test("who comes and goes in the middle of anything leaves the server as it was")
    func storm() async throws {
        let rig = try await ScreenRig()
        let port = rig.screen.port
        var random = SeededGenerator(seed: 7)
        let request = Array(TestSocket.request(port: port, path: "/playhead/socket?token=\(rig.token)", origin: rig.origin).utf8)
        let whole = request + RawFrame.bytes(1, String(repeating: "x", count: 300)) + RawFrame.bytes(9, "") + RawFrame.bytes(1, "{}")
        let file = Array("GET /playhead/overlay.js HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n".utf8)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<TestScale.rounds(1600) {
                if index >= 16 { try await group.next() }
                let bytes = random.oneIn(2) ? file : random.oneIn(3) ? whole : Array(whole.prefix(random.below(whole.count)))
                group.addTask { try await RawRequest.leave(port: port, after: bytes) }
            }
            try await group.waitForAll()
        }
        #expect(try await RawRequest.send(port: port, "GET", "/sub/a.txt").hasSuffix("inside"))
        // Those that had gone may come late, and take a page's place as the newest ones.
        try await eventually("a page stays") {
            guard let page = try await rig.connect(), let nonce = try? ScreenRig.nonce(await page.first { _ in true }) else { return false }
            rig.overlay.send(.appMessage(jsonString: "1"))
            page.send(#"{"event":"bridgeReady","nonce":"\#(nonce)"}"#)
            let answer = await page.first { event in
                if case .text(let text) = event { text.contains("appMessage") } else { true }
            }
            return if case .text? = answer { true } else { false }
        }
        await rig.stop()
    }

    @Test("an unavailable address is an error with the reason")
    func taken() async throws {
        let rig = try await ScreenRig()
        for (host, port, reason) in [
            ("127.0.0.1", rig.screen.port, "in use"), ("198.51.100.1", 0, "assign"), ("no.such.host.invalid", 0, "not known"),
            ("127.0.0.1", 70_000, "from 0 to 65535"),
        ] {
            var options = SecondScreen.Options(folder: rig.folder)
            (options.host, options.port) = (host, port)
            let error = await #expect(throws: ListeningError.self) { try await SecondScreen.start(options) }
            #expect(error?.description.hasPrefix("\(host), port \(port), ") == true)
            #expect(error?.reason.contains(reason) == true, "\(String(describing: error))")
        }
        await rig.stop()
    }

    @Test("it listens on names and on IPv6", arguments: ["localhost", "::1"])
    func hosts(host: String) async throws {
        var options = SecondScreen.Options(folder: FileManager.default.temporaryDirectory)
        options.host = host
        do {
            let screen = try await SecondScreen.start(options)
            #expect(screen.pageURL.absoluteString == "http://\(host.contains(":") ? "[\(host)]" : host):\(screen.port)/")
            await screen.stop()
        } catch {
            // A machine may be without IPv6.
            #expect(host.contains(":") && (error as? ListeningError)?.reason.contains("assign") == true, "\(error)")
        }
    }
}
