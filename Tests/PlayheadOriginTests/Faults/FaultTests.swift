import Foundation
import OriginTestSupport
import PlayheadOrigin
import Testing

@Suite("Faults of an origin")
struct FaultTests {
    private static let media = pattern(100_000)

    /// Runs a test with an origin that serves `a.mp4` and has one fault.
    private func withFault(_ kind: Fault.Kind, _ body: (LoopbackOrigin, RawClient) async throws -> Void) async throws {
        try await withOrigin { origin in
            origin.add("a.mp4", Self.media)
            origin.addFault(Fault(path: "a.mp4", requests: .first(1), kind: kind))
            try await body(origin, try RawClient(port: origin.port))
        }
    }

    @Test("a status code, with its body and Retry-After, leaves the connection usable")
    func status() async throws {
        try await withFault(.status(503, body: Array("later".utf8), retryAfter: 2)) { origin, client in
            let reply = await client.get("a.mp4", headers: ["Range: bytes=0-3"])
            #expect(reply.status == 503)
            #expect(reply.text == "later")
            #expect(reply.headers["retry-after"] == "2")
            #expect(await client.get("a.mp4").body == Self.media)
            #expect(origin.requests.map(\.status) == [503, 200])
            #expect(origin.requests.map(\.bytesSent) == [5, 100_000])
        }
    }

    @Test("a status code without a body has none")
    func bareStatus() async throws {
        try await withFault(.status(404)) { _, client in
            let reply = await client.get("a.mp4")
            #expect(reply.status == 404)
            #expect(reply.headers["content-length"] == "0")
        }
    }

    @Test("a cut ends the connection after exactly N bytes of the body", arguments: [0, 1, 65_536, 99_999, 100_000])
    func cut(count: Int) async throws {
        try await withFault(.cut(afterBytes: count)) { origin, client in
            client.send("GET /a.mp4 HTTP/1.1\r\nHost: test\r\n\r\n")
            let (bytes, ending) = await client.readAll()
            let reply = Reply(bytes)
            #expect(ending == .end)
            #expect(reply.headers["content-length"] == "100000")
            #expect(reply.body == Array(Self.media.prefix(count)))
            #expect(origin.requests.first?.bytesSent == count)
        }
    }

    @Test("a cut counts the bytes of a range, and one past the end has no effect")
    func cutInRange() async throws {
        try await withFault(.cut(afterBytes: 10)) { _, client in
            #expect(await client.get("a.mp4", headers: ["Range: bytes=500-509"]).body == Array(Self.media[500..<510]))
            #expect(await client.readAll().ending == .end)
        }
        try await withFault(.cut(afterBytes: 11)) { _, client in
            #expect(await client.get("a.mp4", headers: ["Range: bytes=500-509"]).body.count == 10)
            #expect(await client.get("a.mp4").status == 200)
        }
    }

    @Test("a cut before the header sends no bytes", arguments: [false, true])
    func earlyCut(reset: Bool) async throws {
        try await withFault(.cut(afterBytes: nil, reset: reset)) { origin, client in
            client.send("GET /a.mp4 HTTP/1.1\r\nHost: test\r\n\r\n")
            let (bytes, ending) = await client.readAll()
            #expect(bytes.isEmpty)
            #expect(ending == (reset ? .reset : .end))
            #expect(origin.requests.first?.status == nil)
        }
    }

    @Test("a length that is too long ends with a closed connection")
    func tooLong() async throws {
        try await withFault(.contentLength(offset: 50)) { _, client in
            client.send("GET /a.mp4 HTTP/1.1\r\nHost: test\r\n\r\n")
            let (bytes, ending) = await client.readAll()
            #expect(Reply(bytes).headers["content-length"] == "100050")
            #expect(Reply(bytes).body == Self.media)
            #expect(ending == .end)
        }
    }

    @Test("a length that is too short is followed by more bytes", arguments: [(-1, 99_999), (Int.min, 0)])
    func tooShort(offset: Int, announced: Int) async throws {
        try await withFault(.contentLength(offset: offset)) { _, client in
            client.send("GET /a.mp4 HTTP/1.1\r\nHost: test\r\n\r\n")
            let reply = Reply(await client.readAll().bytes)
            #expect(reply.headers["content-length"] == "\(announced)")
            #expect(reply.body == Self.media)
        }
    }

    @Test("another page, an empty body and another type replace the media")
    func substitutes() async throws {
        try await withFault(.html) { _, client in
            let reply = await client.get("a.mp4", headers: ["Range: bytes=5-9"])
            #expect(reply.status == 200)
            #expect(reply.headers["content-type"] == "text/html; charset=utf-8")
            #expect(reply.text.hasPrefix("<!DOCTYPE html>"))
        }
        try await withFault(.emptyBody) { _, client in
            let reply = await client.get("a.mp4")
            #expect(reply.status == 200)
            #expect(reply.headers["content-length"] == "0")
            #expect(await client.get("a.mp4").body.count == 100_000)
        }
        try await withFault(.mediaType("text/plain")) { _, client in
            let reply = await client.get("a.mp4")
            #expect(reply.headers["content-type"] == "text/plain")
            #expect(reply.body == Self.media)
        }
    }

    @Test("garbage has the right length and is the same for the same seed, range by range")
    func garbage() async throws {
        try await withOrigin { origin in
            origin.add("a.mp4", Self.media)
            let client = try RawClient(port: origin.port)
            var fault = origin.addFault(Fault(kind: .garbage(seed: 7)))
            let whole = await client.get("a.mp4").body
            #expect(whole.count == 100_000)
            #expect(whole != Self.media)
            #expect(Set(whole).count == 256)
            #expect(await client.get("a.mp4", headers: ["Range: bytes=1001-2004"]).body == Array(whole[1001..<2005]))
            origin.removeFault(fault)
            fault = origin.addFault(Fault(kind: .garbage(seed: 8)))
            #expect(await client.get("a.mp4").body != whole)
        }
    }

    @Test("a truncated file is consistent with itself")
    func truncated() async throws {
        try await withOrigin { origin in
            origin.add("a.mp4", Self.media)
            origin.addFault(Fault(kind: .truncated(afterBytes: 100)))
            let client = try RawClient(port: origin.port)
            #expect(await client.get("a.mp4").body == Array(Self.media.prefix(100)))
            #expect(await client.get("a.mp4", headers: ["Range: bytes=90-200"]).headers["content-range"] == "bytes 90-99/100")
            #expect(await client.get("a.mp4", headers: ["Range: bytes=100-"]).status == 416)
        }
    }

    @Test("ignored ranges send the whole file")
    func ignoredRanges() async throws {
        try await withFault(.ignoreRanges) { _, client in
            let reply = await client.get("a.mp4", headers: ["Range: bytes=5-9"])
            #expect(reply.status == 200)
            #expect(reply.headers["accept-ranges"] == nil)
            #expect(reply.body == Self.media)
        }
    }

    @Test("a redirect leads to another URL, or to itself indefinitely")
    func redirects() async throws {
        try await withOrigin { origin in
            origin.addFault(Fault(path: "a.mp4", kind: .redirect(to: "/b.mp4", status: 307)))
            origin.addFault(Fault(path: "loop.mp4", kind: .redirect(to: nil)))
            let client = try RawClient(port: origin.port)
            let reply = await client.get("a.mp4")
            #expect(reply.status == 307)
            #expect(reply.headers["location"] == "/b.mp4")
            for _ in 0..<3 {
                let loop = await client.get("loop.mp4?x=%20")
                #expect(loop.status == 302)
                #expect(loop.headers["location"] == "/loop.mp4?x=%20")
            }
        }
    }

    @Test("several faults for one request are combined; the first of each kind is used")
    func combination() async throws {
        try await withOrigin { origin in
            origin.add("a.mp4", Self.media)
            origin.addFault(Fault(kind: .truncated(afterBytes: 1000)))
            origin.addFault(Fault(kind: .mediaType("text/plain")))
            origin.addFault(Fault(kind: .mediaType("text/html")))
            origin.addFault(Fault(kind: .cut(afterBytes: 10)))
            let client = try RawClient(port: origin.port)
            client.send("GET /a.mp4 HTTP/1.1\r\nHost: test\r\n\r\n")
            let reply = Reply(await client.readAll().bytes)
            #expect(reply.headers["content-length"] == "1000")
            #expect(reply.headers["content-type"] == "text/plain")
            #expect(reply.body.count == 10)
        }
    }

    @Test(
        "requests are chosen by their number",
        arguments: [
            (Fault.RequestSelection.all, "xxxxxx"), (.first(2), "xx...."), (.at(3), "..x..."), (.from(5), "....xx"),
            (.firstOfEachPath(1), "xx...."),
        ])
    func selection(selection: Fault.RequestSelection, expected: String) async throws {
        try await withOrigin { origin in
            origin.addFault(Fault(path: "*.ts", requests: selection, kind: .status(503)))
            origin.add("0.ts", [1])
            origin.add("1.ts", [1])
            origin.add("other.mp4", [1])
            let client = try RawClient(port: origin.port)
            var outcome = ""
            for number in 0..<6 {
                #expect(await client.get("other.mp4").status == 200)
                outcome += await client.get("\(number % 2).ts").status == 503 ? "x" : "."
            }
            #expect(outcome == expected)
        }
    }
}
