import Foundation
import Testing

@testable import PlayheadOverlay

@Suite("The gate before a server of pages: requests")
struct RequestGateTests {
    private static let line = "GET /index.html HTTP/1.1\r\n"

    private static func outcome(_ text: String, inPiecesOf size: Int = .max) -> RequestGate.Outcome {
        outcome(Array(text.utf8), inPiecesOf: size)
    }

    /// As far as there is one, with what came behind it in the same piece.
    private static func outcome(_ bytes: [UInt8], inPiecesOf size: Int) -> RequestGate.Outcome {
        var gate = RequestGate()
        for start in stride(from: 0, to: bytes.count, by: min(size, max(bytes.count, 1))) {
            let outcome = gate.take(Array(bytes[start..<min(bytes.count, start + min(size, bytes.count))]))
            if outcome != .incomplete { return outcome }
        }
        return .incomplete
    }

    @Test("a request comes through with the fields that are needed, in whatever pieces it came", arguments: [1, 2, 3, 7, .max])
    func admitted(size: Int) {
        for (fields, passed) in [
            ("", ""), ("HOST:a\r\n", "HOST:a\r\n"), ("Content-Length: 0\r\nCookie: \t b\r\n", ""),
            ("Host: a\r\nX-y!: \t b\r\nUpgrade: websocket\r\n", "Host: a\r\nUpgrade: websocket\r\n"),
            ("Connection: keep-alive\r\nConnection: Upgrade\r\n", "Connection: keep-alive\r\nConnection: Upgrade\r\n"),
        ] {
            #expect(
                Self.outcome(Self.line + fields + "\r\n", inPiecesOf: size)
                    == .admitted(request: Array((Self.line + passed + "\r\n").utf8), rest: []))
        }
    }

    @Test("what comes behind it is kept apart")
    func rest() {
        let text = "HEAD / HTTP/1.0\r\n\r\n"
        #expect(
            Self.outcome(text + "GET /second HTTP/1.1\r\n\r\n")
                == .admitted(request: Array(text.utf8), rest: Array("GET /second HTTP/1.1\r\n\r\n".utf8)))
    }

    @Test("a request that has not ended is waited for")
    func incomplete() {
        for text in ["", "G", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\r"] { #expect(Self.outcome(text) == .incomplete) }
    }

    @Test("what two readers could read in two ways is refused")
    func ambiguous() {
        for text in [
            "\r\n\r\n", "\r\nGET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\n\n", "GET / HTTP/1.1\r\nHost: a\n\r\n", "GET / HTTP/1.1\r\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\rContent-Length: 5\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET / HTTP/1.1\r\nOrigin: a\r\norigin: b\r\n\r\n",
            "GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\n",
            "GET / HTTP/1.1\r\ncontent-length: 0, 5\r\n\r\n", "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
            "GET / HTTP/1.1\r\nContent-Length : 5\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n", "GET / HTTP/1.1\r\n: nameless\r\n\r\n",
            "GET /\u{0} HTTP/1.1\r\n\r\n", "GET /ä HTTP/1.1\r\n\r\n", "GET /a b HTTP/1.1\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n",
            "GET /\r\n\r\n",
            "GET http://a/ HTTP/1.1\r\n\r\n", "GET * HTTP/1.1\r\n\r\n", "GET / HTTP/2.0\r\n\r\n", "\u{16}\u{3}\u{1}",
        ] {
            #expect(Self.outcome(text) == .refused(.badRequest), "\(text.debugDescription)")
            #expect(Self.outcome(text, inPiecesOf: 1) == .refused(.badRequest), "\(text.debugDescription)")
        }
    }

    @Test("only files and sockets are asked for", arguments: ["POST", "PUT", "OPTIONS", "CONNECT", "get"])
    func method(method: String) {
        #expect(Self.outcome("\(method) / HTTP/1.1\r\nContent-Type: text/plain\r\n\r\n") == .refused(.methodNotAllowed))
    }

    @Test("a request of 16 KiB is the largest, and a larger one is refused as soon as it is")
    func size() {
        let end = "\r\n\r\n"
        let start = Self.line + "X: "
        let fits = start + String(repeating: "x", count: RequestGate.maximumBytes - start.utf8.count - end.utf8.count) + end
        #expect(Self.outcome(fits, inPiecesOf: 4096) == .admitted(request: Array((Self.line + "\r\n").utf8), rest: []))
        #expect(Self.outcome(String(fits.dropLast()) + "x" + end, inPiecesOf: 4096) == .refused(.fieldsTooLarge))
        #expect(Self.outcome(start + String(repeating: "x", count: RequestGate.maximumBytes)) == .refused(.fieldsTooLarge))
    }

    @Test("no long line is passed on, since a server may need very long for it")
    func lines() {
        let long = String(repeating: "x", count: RequestGate.maximumTarget - 1)
        let target = "GET /\(long) HTTP/1.1\r\n\r\n"
        #expect(Self.outcome(target) == .admitted(request: Array(target.utf8), rest: []))
        #expect(Self.outcome("GET /\(long)x HTTP/1.1\r\n\r\n") == .refused(.targetTooLong))
        for name in ["Host", "Origin", "Connection", "Upgrade", "Sec-WebSocket-Key", "Sec-WebSocket-Version"] {
            let value = String(repeating: "x", count: RequestGate.maximumField - name.utf8.count - 1)
            let field = Self.line + "\(name):\(value)\r\n\r\n"
            #expect(Self.outcome(field) == .admitted(request: Array(field.utf8), rest: []))
            #expect(Self.outcome(Self.line + "\(name):\(value)x\r\n\r\n") == .refused(.fieldsTooLarge))
        }
    }

    @Test(
        "a refusal is a whole answer", arguments: [RequestGate.Refusal.badRequest, .methodNotAllowed, .targetTooLong, .fieldsTooLarge])
    func answer(refusal: RequestGate.Refusal) throws {
        let parts = refusal.response.components(separatedBy: "\r\n\r\n")
        #expect(parts[0].hasPrefix("HTTP/1.1 \(refusal.rawValue) "))
        #expect(parts[0].contains("Content-Length: \(parts[1].utf8.count)\r\n"))
        #expect(parts[0].contains("Connection: close"))
    }
}
