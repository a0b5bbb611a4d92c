import Foundation
import NIOCore
import NIOWebSocket
import OverlayTestSupport
import PlayheadOverlay
import PlayheadTestKit
import Testing

@testable import PlayheadOverlayServer

@Suite("A second screen", .timeLimit(.minutes(5)))
@MainActor
struct SecondScreenTests {
    @Test("every message of the table goes through a real socket, in its direction")
    func rows() async throws {
        let rig = try await ScreenRig()
        let (page, nonce) = try await rig.open()
        for row in Rows.all where row.isFromPage {
            page.send(row.text.replacingOccurrences(of: "NONCE", with: nonce))
            try await rig.wait { rig.player.received.last?.name == row.message.name }
            #expect(rig.player.received.last == row.message)
        }
        for row in Rows.all where !row.isFromPage {
            rig.overlay.send(row.message)
            #expect(await page.first { $0 == .text(row.text) } != nil, "\(row.text)")
        }
        await rig.stop()
    }

    @Test("the address has the parameters in its query and the token in its fragment; the page is greeted with both")
    func address() async throws {
        let rig = try await ScreenRig()
        let address = try #require(rig.screen.address?.absoluteString)
        #expect(address == "http://127.0.0.1:\(rig.screen.port)/?match=7#playhead=\(rig.token)")
        #expect(rig.token.count == 32)
        let page = try #require(try await rig.connect())
        guard case .text(let greeting)? = await page.first(where: { _ in true }) else { Issue.record("no greeting"); return }
        #expect(
            greeting.contains(
                #""version":1,"permissions":["stage","time","state","speed","volume","mute","videoScale"],"parameters":{"match":"7"}"#))
        await rig.stop()
    }

    @Test("sends a heartbeat to a page each second, and closes the connection of a page that does not respond for ten")
    func heartbeat() async throws {
        let clock = ManualClock()
        let rig = try await ScreenRig(heartbeat: Heartbeat(clock: clock))
        let (page, _) = try await rig.open()
        var events = page.events.makeAsyncIterator()
        // The test's socket does not answer pings.
        for second in 0..<10 {
            while let event = await events.next(), event != .text(#"{"heartbeat":1000}"#) {}
            #expect(await events.next() == .ping, "second \(second)")
            try await clock.waitForSleepers(1)
            clock.advance(by: 1)
        }
        while let event = await events.next() { if case .closed = event { break } }
        try await rig.wait { rig.overlay.phase != .ready }
        await rig.stop()
    }

    @Test("keeps the connection of a page that answers")
    func answered() async throws {
        let clock = ManualClock()
        let rig = try await ScreenRig(heartbeat: Heartbeat(clock: clock))
        let (page, nonce) = try await rig.open()
        for second in 0..<15 {
            try await clock.waitForSleepers(1)
            rig.player.received = []
            page.send(#"{"event":"bridgeMute","payload":{"mute":\#(second.isMultiple(of: 2))},"nonce":"\#(nonce)"}"#)
            try await rig.wait { !rig.player.received.isEmpty }
            clock.advance(by: 1)
        }
        #expect(rig.overlay.phase == .ready)
        await rig.stop()
    }

    @Test("nobody connects without the token, from another origin, or by another name of the host")
    func refused() async throws {
        let rig = try await ScreenRig()
        let port = rig.screen.port
        #expect(try await rig.connect(token: "wrong") == nil)
        #expect(try await rig.connect(token: "") == nil)
        #expect(try await rig.connect(token: String(rig.token.dropLast()) + "x") == nil)
        for origin in [
            "https://evil.example", "http://127.0.0.1", "http://127.0.0.1:\(port).evil.example", "http://127.0.0.1:\(port)/", "null", "",
        ] {
            #expect(try await rig.connect(origin: .some(origin)) == nil, "\(origin)")
        }
        #expect(try await rig.connect(origin: .some(nil)) == nil)
        #expect(try await rig.connect(host: "evil.example:\(port)") == nil)
        #expect(try await rig.connect(origin: .some("http://localhost:\(port)"), host: "localhost:\(port)") != nil)
        await rig.stop()
    }

    @Test("a page from elsewhere connects from its own origin only, by an address in its fragment")
    func elsewhere() async throws {
        let rig = try await ScreenRig(page: URL(string: "https://overlay.example/match?a=1"))
        let address = try #require(rig.screen.address?.absoluteString)
        #expect(address.hasPrefix("https://overlay.example/match?a=1&match=7#playhead=ws%3A%2F%2F127.0.0.1%3A\(rig.screen.port)%2F"))
        #expect(try await rig.connect() == nil)
        #expect(try await rig.connect(origin: .some("http://overlay.example")) == nil)
        #expect(try await rig.connect(origin: .some("https://overlay.example")) != nil)
        await rig.stop()
    }

    @Test("files of the folder and the module are served, and nothing else")
    func files() async throws {
        let rig = try await ScreenRig()
        let port = rig.screen.port
        let index = try await RawRequest.send(port: port, "GET", "/?match=7")
        #expect(index.hasPrefix("HTTP/1.1 200") && index.hasSuffix("<!doctype html>page"))
        #expect(index.contains("Content-Security-Policy: default-src 'self'; connect-src 'self' ws://127.0.0.1:\(port);"))
        #expect(try await RawRequest.send(port: port, "GET", "/sub/a.txt").hasSuffix("inside"))
        #expect(try await RawRequest.send(port: port, "GET", "/playhead/overlay.js").contains("export function connect"))
        #expect(try await RawRequest.send(port: port, "GET", "/playhead/overlay.d.ts").contains("export interface PlayerTime"))
        #expect(try await RawRequest.send(port: port, "GET", "/playhead/messages.schema.json").contains("\"$defs\""))
        let head = try await RawRequest.send(port: port, "HEAD", "/")
        #expect(head.hasPrefix("HTTP/1.1 200") && head.hasSuffix("\r\n\r\n"))
        for target in [
            "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/sub/../../../etc/passwd", "//etc/passwd", "/.hidden", "/out.txt", "/sub",
            "/none", "/%00", "/%zz", "/..%5c..", "/sub/..%2f.hidden", "/playhead/socket?token=\(rig.token)",
        ] {
            let answer = try await RawRequest.send(port: port, "GET", target)
            #expect(answer.hasPrefix("HTTP/1.1 40"), "\(target): \(answer.prefix(80))")
            #expect(!answer.contains("secret") && !answer.contains("root:"))
        }
        #expect(try await RawRequest.send(port: port, "POST", "/").hasPrefix("HTTP/1.1 405"))
        #expect(try await RawRequest.send(port: port, "GET", "/", host: "evil.example").hasPrefix("HTTP/1.1 421"))
        await rig.stop()
    }

    @Test("the newest page replaces the previous one, and receives the current values")
    func replaced() async throws {
        let rig = try await ScreenRig()
        let (first, _) = try await rig.open()
        rig.player.onState(.playing)
        let second = try #require(try await rig.connect())
        #expect(await first.first { if case .closed = $0 { true } else { false } } == .closed(4001))
        let nonce = try ScreenRig.nonce(await second.first { _ in true })
        second.send(#"{"event":"bridgeReady","nonce":"\#(nonce)"}"#)
        #expect(await second.first { $0 == .text(#"{"event":"playerState","payload":{"state":"playing"}}"#) } != nil)
        #expect(rig.errors.map(\.code) == [307_004])
        await rig.stop()
    }

    @Test("a page that goes ends the session with an event, and the next one begins another")
    func left() async throws {
        let rig = try await ScreenRig()
        let (page, old) = try await rig.open()
        page.close()
        try await rig.wait { rig.overlay.phase == .ended }
        #expect(rig.errors.map(\.code) == [307_004])
        let (_, new) = try await rig.open()
        #expect(new != old)
        await rig.stop()
    }

    @Test("a disabled overlay is closed and lets nobody in again")
    func disabled() async throws {
        let rig = try await ScreenRig()
        let (page, nonce) = try await rig.open()
        page.send(#"{"event":"bridgeAppStatus","payload":{"status":"disabled"},"nonce":"\#(nonce)"}"#)
        #expect(await page.first { if case .closed = $0 { true } else { false } } == .closed(4003))
        let next = try #require(try await rig.connect())
        #expect(await next.first { _ in true } == .closed(4003))
        await rig.stop()
    }

    @Test("a connected page receives the end when the server stops")
    func stopped() async throws {
        let rig = try await ScreenRig()
        let (page, _) = try await rig.open()
        await rig.screen.stop()
        #expect(await page.first { if case .closed = $0 { true } else { false } } == .closed(4003))
        await #expect(throws: (any Error).self) { try await rig.connect() }
        await rig.stop()
    }

    @Test("what is too large is refused, or closed; what is no text is closed")
    func malformed() async throws {
        let rig = try await ScreenRig()
        let (page, _) = try await rig.open()
        page.send(String(repeating: "x", count: 70_000))
        try await rig.wait { !rig.errors.isEmpty }
        #expect(rig.errors.first?.message.contains("at most 65536") == true)
        page.send(String(repeating: "x", count: 2_000_000))
        #expect(await page.first { if case .closed = $0 { true } else { false } } == .closed(1009))
        for (opcode, data, isMasked, code) in [
            (WebSocketOpcode.text, ByteBuffer(bytes: [0xC3, 0x28]), true, 1007), (.text, ByteBuffer(string: "{}"), false, 1002),
            (.binary, ByteBuffer(string: "{}"), true, 1003),
        ] {
            let (page, _) = try await rig.open()
            page.send(opcode, data, isMasked: isMasked)
            #expect(await page.first { if case .closed = $0 { true } else { false } } == .closed(code))
            try await rig.wait { rig.overlay.phase == .ended }
        }
        await rig.stop()
    }

    @Test("a page that floods is closed after some hundred messages")
    func flood() async throws {
        let rig = try await ScreenRig()
        let (page, nonce) = try await rig.open()
        for _ in 0..<20_000 { page.send(#"{"event":"bridgeTime","payload":{"timecode":1},"nonce":"\#(nonce)"}"#) }
        try await rig.wait { rig.overlay.phase == .ended }
        #expect(rig.errors.last?.code == 207_005)
        #expect(rig.player.received.filter { $0.name == .bridgeTime }.count <= 200)
        await rig.stop()
    }
}
