import Foundation
import TestSupport
import Testing

@testable import PlayheadOrigin

@Suite("Limits for the clients of an origin", .timeLimit(.minutes(2)))
struct OriginLimitsTests {
    @Test(
        "Requests to other hosts are refused, because a site can let its name resolve to this machine",
        arguments: [
            ("127.0.0.1:80", true), ("[::1]:80", true), ("localhost", true), ("LocalHost.:80", true), ("metrics:9100", true),
            ("player.local", true), ("me.example:80", true), ("evil.example", false), ("evil.example.:80", false),
            ("127.0.0.1.evil.example", false), ("1.evil.example:127", false), ("", true),
        ])
    func hosts(field: String, isAdmitted: Bool) async throws {
        var limits = OriginLimits()
        limits.hosts = ["Me.example"]
        let origin = try await LoopbackOrigin.start(limits: limits)
        origin.add("a", text: "secret")
        let client = try RawClient(port: origin.port)
        client.send("GET /a HTTP/1.1\r\nHost: \(field)\r\nConnection: close\r\n\r\n")
        let text = String(decoding: await client.readAll().bytes, as: UTF8.self)
        #expect(text.contains(isAdmitted ? " 200 " : " 421 ") && text.contains("secret") == isAdmitted)
        await origin.stop()
    }

    @Test("Of requests whose answers nobody reads one is kept, and no body of GET")
    func pipelined() async throws {
        let origin = try await LoopbackOrigin.start()
        origin.add("a", [UInt8](repeating: 7, count: 50_000_000))
        let client = try RawClient(port: origin.port)
        let body = String(repeating: "x", count: 1000)
        for _ in 0..<20 { client.send("GET /a HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n\(body)") }
        try await origin.requests { !$0.isEmpty && $0[0].bytesSent > 0 }
        #expect(origin.requests.count == 1 && origin.reservedBytes == 0)
        await origin.stop()
    }

    @Test(
        "A client that sends no whole request, or reads nothing, is disconnected",
        arguments: ["", "GET / HT", "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nx", "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"])
    func slow(text: String) async throws {
        var limits = OriginLimits()
        limits.timeout = 0.2
        let origin = try await LoopbackOrigin.start(limits: limits)
        origin.add("a", [UInt8](repeating: 7, count: 50_000_000))
        let client = try RawClient(port: origin.port)
        client.send(text)
        try await eventually("closed") { origin.connectionCount == 0 && origin.reservedBytes == 0 }
        withExtendedLifetime(client) {}
        await origin.stop()
    }

    @Test("The body of a request whose method is refused is limited, too", arguments: [(10, 405), (11, 413), (100_000, 413)])
    func refusedMethod(length: Int, status: Int) async throws {
        var limits = OriginLimits()
        limits.body = 10
        let origin = try await LoopbackOrigin.start(limits: limits)
        origin.add("a", text: "a")
        let client = try RawClient(port: origin.port)
        client.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: \(length)\r\n\r\n" + String(repeating: "x", count: length))
        #expect(await client.readHead().status == status)
        try await eventually("released") { origin.reservedBytes == 0 }
        await origin.stop()
    }

    @Test("Connections, bodies and all bodies together are limited")
    func counts() async throws {
        var limits = OriginLimits()
        (limits.connections, limits.body, limits.bodies) = (2, 10, 15)
        let origin = try await LoopbackOrigin.start(limits: limits)
        origin.add("a") { OriginResponse(text: "\($0.body.count)") }
        func post(_ length: Int, _ client: RawClient) {
            client.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: \(length)\r\n\r\n" + String(repeating: "x", count: 10))
        }
        let (one, two) = (try RawClient(port: origin.port), try RawClient(port: origin.port))
        post(11, one)
        one.send("x")
        #expect(await one.readHead().status == 413)
        try await eventually("closed") { origin.connectionCount == 1 }
        let half = try RawClient(port: origin.port)
        half.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nxxxxxxxxx")
        try await eventually("received") { origin.reservedBytes == 9 }
        post(10, two)
        #expect(await two.readHead().status == 413)
        try await eventually("closed") { origin.connectionCount == 1 }
        half.send("x")
        #expect(await half.readHead().status == 200)
        let three = try RawClient(port: origin.port)
        try await eventually("accepted") { origin.connectionCount == 2 }
        let four = try RawClient(port: origin.port)
        #expect(await four.readAll().ending != .timeout)
        #expect(origin.reservedBytes == 0)
        withExtendedLifetime(three) {}
        await origin.stop()
    }
}
