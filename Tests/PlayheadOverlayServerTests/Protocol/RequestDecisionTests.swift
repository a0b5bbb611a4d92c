import NIOCore
import NIOEmbedded
import NIOHTTP1
import TestSupport
import Testing

@testable import PlayheadOverlayServer

/// The bytes of a page through NIO's decoder and the policy.
@Suite("A request to a server of pages")
struct RequestDecisionTests {
    private static let line = "GET /index.html HTTP/1.1\r\n"
    private static let policy = RequestPolicy(hosts: ["a"], origins: ["http://a"], token: "t")

    /// Keeps the first decision.
    private final class Decider: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        var decision: RequestDecision?

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if case .head(let head) = unwrapInboundIn(data) { decision = decision ?? RequestDecisionTests.policy.decision(on: head) }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            decision = decision ?? PagePipeline.status(of: error).map { .refused($0) }
        }
    }

    private static func decision(_ text: String, inPiecesOf size: Int = .max) throws -> RequestDecision? {
        try decision(Array(text.utf8), inPiecesOf: size)
    }

    /// The decision about bytes; `nil` as long as the request is incomplete.
    private static func decision(_ bytes: [UInt8], inPiecesOf size: Int) throws -> RequestDecision? {
        let (channel, decider) = (EmbeddedChannel(), Decider())
        try channel.pipeline.syncOperations.addHandlers(PagePipeline.makeRequestDecoder(), decider)
        let size = min(size, max(1, bytes.count))
        for start in stride(from: 0, to: bytes.count, by: size) {
            // Errors are handled by the decider.
            _ = try? channel.writeInbound(ByteBuffer(bytes: bytes[start..<min(bytes.count, start + size)]))
            if decider.decision != nil { break }
        }
        let decision = decider.decision
        _ = try? channel.finish(acceptAlreadyClosed: true)
        return decision
    }

    private static let upgrade = "Host: A\r\nOrigin: http://a\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n"

    @Test("is decided upon by its target and the fields that matter, in whatever pieces it comes", arguments: [1, 2, 3, 7, .max])
    func admitted(size: Int) throws {
        for (text, decision) in [
            (Self.line + "Host: a\r\n\r\n", RequestDecision.file(target: "/index.html")),
            (Self.line + "HOST:a\r\nContent-Length: 0\r\nCookie: \t b\r\nX-y!: \t b\r\n\r\n", .file(target: "/index.html")),
            ("HEAD /?x=1 HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\nConnection: close\r\n\r\n", .file(target: "/?x=1")),
            (Self.line + "\r\n", .refused(.misdirectedRequest)), (Self.line + "Host: b\r\n\r\n", .refused(.misdirectedRequest)),
            (Self.line + "Host: \u{E4}\r\n\r\n", .refused(.misdirectedRequest)),
            ("GET /playhead/socket?token=t HTTP/1.1\r\n\(Self.upgrade)\r\n", .socket),
            ("GET /playhead/socket?a=b&token=t&token=u HTTP/1.1\r\n\(Self.upgrade)\r\n", .socket),
            ("GET /playhead/socket?token=u&token=t HTTP/1.1\r\n\(Self.upgrade)\r\n", .refused(.forbidden)),
            ("GET /playhead/socket?token HTTP/1.1\r\n\(Self.upgrade)\r\n", .refused(.forbidden)),
            ("GET /playhead/socket HTTP/1.1\r\n\(Self.upgrade)\r\n", .refused(.forbidden)),
            ("GET /playhead/socket/?token=t HTTP/1.1\r\n\(Self.upgrade)\r\n", .refused(.forbidden)),
            ("GET /playhead/sockets?token=t HTTP/1.1\r\n\(Self.upgrade)\r\n", .refused(.forbidden)),
            ("GET /playhead/socket?token=t HTTP/1.1\r\nHost: a\r\n\r\n", .refused(.forbidden)),
            ("GET /playhead/socket?token=t HTTP/1.1\r\nHost: a\r\nOrigin: http://a\r\n\r\n", .refused(.badRequest)),
            (
                "GET /playhead/socket?token=t HTTP/1.1\r\nHost: a\r\nOrigin: http://a\r\nUpgrade: websocket\r\n\r\n",
                .refused(.badRequest)
            ),
            ("HEAD /playhead/socket?token=t HTTP/1.1\r\n\(Self.upgrade)\r\n", .refused(.badRequest)),
        ] {
            #expect(try Self.decision(text, inPiecesOf: size) == decision, "\(text.debugDescription)")
        }
    }

    @Test("is waited for until it is complete")
    func incomplete() throws {
        for text in ["", "G", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\r", "\r\n\r\n"] {
            #expect(try Self.decision(text) == nil)
        }
    }

    @Test("is refused if two readers could read it in two ways")
    func ambiguous() throws {
        for text in [
            "GET / HTTP/1.1\n\n", "GET / HTTP/1.1\r\nHost: a\n\r\n", "GET / HTTP/1.1\r\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\rContent-Length: 5\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET / HTTP/1.1\r\nOrigin: a\r\norigin: b\r\n\r\n",
            "GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\n",
            "GET / HTTP/1.1\r\ncontent-length: 0, 5\r\n\r\n", "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
            "GET / HTTP/1.1\r\nContent-Length : 5\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n", "GET / HTTP/1.1\r\n: nameless\r\n\r\n",
            "GET /\u{0} HTTP/1.1\r\n\r\n", "GET /\u{E4} HTTP/1.1\r\n\r\n", "GET /a b HTTP/1.1\r\n\r\n", "GET /\r\n\r\n",
            "GET http://a/ HTTP/1.1\r\n\r\n", "GET * HTTP/1.1\r\n\r\n", "GET / HTTP/2.0\r\n\r\n", "GET / HTTP/0.9\r\n\r\n",
            "\u{16}\u{3}\u{1}", "get / HTTP/1.1\r\n\r\n",
        ] {
            #expect(try Self.decision(text) == .refused(.badRequest), "\(text.debugDescription)")
            #expect(try Self.decision(text, inPiecesOf: 1) == .refused(.badRequest), "\(text.debugDescription)")
        }
    }

    @Test("may begin with empty lines and have two spaces, as RFC 9112 allows")
    func lenient() throws {
        for text in ["\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n"] {
            #expect(try Self.decision(text) == .file(target: "/"))
            #expect(try Self.decision(text, inPiecesOf: 1) == .file(target: "/"))
        }
    }

    @Test("asks for files and sockets only", arguments: ["POST", "PUT", "OPTIONS", "CONNECT", "DELETE"])
    func method(method: String) throws {
        let request = "\(method) / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\n\r\n"
        #expect(try Self.decision(request) == .refused(.methodNotAllowed))
    }

    @Test("has at most 16 KiB of target and fields, and is refused as soon as it has more")
    func size() throws {
        let start = "GET / HTTP/1.1\r\nHost:a\r\nX:"
        let fits = start + String(repeating: "x", count: PagePipeline.maximumHead - "/HostaX".utf8.count)
        #expect(try Self.decision(fits + "\r\n\r\n", inPiecesOf: 4096) == .file(target: "/"))
        #expect(try Self.decision(fits + "x\r\n\r\n", inPiecesOf: 4096) == .refused(.requestHeaderFieldsTooLarge))
        let more = String(repeating: "x", count: PagePipeline.maximumHead + 1)
        let spaces = "GET / HTTP/1.1\r\nX:" + String(repeating: " ", count: 40_000)
        for text in [fits + "x", "GET /\(more)", "GET / HTTP/1.1\r\n\(more)", spaces] {
            #expect(try Self.decision(text, inPiecesOf: 4096) == .refused(.requestHeaderFieldsTooLarge), "\(text.prefix(20))")
        }
    }

    @Test("has a short target and short fields where they matter")
    func lines() throws {
        let long = String(repeating: "x", count: RequestPolicy.maximumTarget - 1)
        #expect(try Self.decision("GET /\(long) HTTP/1.1\r\nHost: a\r\n\r\n") == .file(target: "/" + long))
        #expect(try Self.decision("GET /\(long)x HTTP/1.1\r\nHost: a\r\n\r\n") == .refused(.uriTooLong))
        for name in ["Origin", "Connection", "Upgrade", "Sec-WebSocket-Key", "Sec-WebSocket-Version"] {
            let field = Self.line + "Host: a\r\n\(name):" + String(repeating: "x", count: RequestPolicy.maximumField)
            #expect(try Self.decision(field + "\r\n\r\n") == .file(target: "/index.html"), "\(name)")
            #expect(try Self.decision(field + "x\r\n\r\n") == .refused(.requestHeaderFieldsTooLarge), "\(name)")
        }
        let host = Self.line + "Host: " + String(repeating: "x", count: RequestPolicy.maximumField + 1)
        #expect(try Self.decision(host + "\r\n\r\n") == .refused(.requestHeaderFieldsTooLarge))
    }

    @Test("of random bytes leads to the same decision in whatever pieces it comes, and to a file or socket only if it keeps the rules")
    func random() throws {
        let good = Array("GET /playhead/socket?token=t HTTP/1.1\r\n\(Self.upgrade)\r\n".utf8)
        for seed in 0..<UInt64(TestScale.rounds(2000)) {
            var random = SeededGenerator(seed: seed)
            var bytes = random.oneIn(2) ? good : Array("GET /a HTTP/1.1\r\nHost: a\r\nX: yz\r\n\r\n".utf8)
            for _ in 0..<random.below(4) {
                let index = random.below(bytes.count)
                if random.oneIn(2) { bytes[index] = UInt8(random.below(256)) } else { bytes.remove(at: index) }
            }
            let whole = try Self.decision(bytes, inPiecesOf: max(1, bytes.count))
            #expect(try Self.decision(bytes, inPiecesOf: 1 + random.below(9)) == whole, "seed \(seed)")
            if whole == .socket { #expect(String(decoding: bytes, as: UTF8.self).contains("/playhead/socket?"), "seed \(seed)") }
        }
    }
}
