import Foundation
import PlayheadCore
import PlayheadTransport
import Testing

@Suite("Hostile servers over HTTP/1.1", .timeLimit(.minutes(5)))
struct HostileHTTP1Tests {
    /// Returns the error of a load from a server that sends `text` unchanged, and then repeats another until the client closes. `sent` records
    /// the numbers of repeated bytes.
    private static func failure(
        _ text: String, repeating: String? = nil, sent: Recorder<Int> = Recorder(),
        timeouts: LoadTimeouts = .long
    ) async throws -> LoadError? {
        try await LoopbackServer.run({ connection in
            _ = try await connection.nextRequest()
            try await connection.send(text)
            while let repeating {
                try await connection.send(repeating)
                sent.append(repeating.utf8.count)
            }
            await connection.waitForClose()
        }) { server in
            try await withLoader { loader in
                await loadError { try await loader.loadWhole(server.request(kind: .manifest, timeouts: timeouts), upTo: 1 << 20) }
            }
        }
    }

    @Test(
        "A status outside 100 to 599 is refused, and so is one that is not a number", arguments: ["000", "099", "600", "999", "abc", "-1"],
        ["Content-Length: 0\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "Content-Length: 5\r\n\r\nhello"])
    func status(status: String, rest: String) async throws {
        let failure = try await Self.failure("HTTP/1.1 \(status) X\r\n\(rest)")
        guard case .invalidResponse = failure?.reason else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test("An unrequested protocol change is refused", arguments: ["Upgrade: x\r\nConnection: upgrade\r\n", ""])
    func switchingProtocols(fields: String) async throws {
        let failure = try await Self.failure("HTTP/1.1 101 Switching\r\n\(fields)\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        #expect(failure?.reason == .invalidResponse(status: 101))
    }

    @Test("Endless interim responses are refused")
    func interimResponses() async throws {
        let one = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
        let failure = try await Self.failure("", repeating: String(repeating: one, count: 50))
        #expect(failure?.reason == .invalidResponse(status: 103))
    }

    @Test("Interim responses before the final one are skipped")
    func fewInterimResponses() async throws {
        let one = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
        let text = String(repeating: one, count: 32) + "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
        try await LoopbackServer.run({ connection in
            while try await connection.nextRequest() != nil { try await connection.send(text) }
        }) { server in
            try await withLoader { loader in
                // The second request has its own count on the same connection.
                for _ in 0..<2 {
                    let (_, bytes) = try await loader.loadWhole(server.request(), upTo: 10)
                    #expect(bytes == Array("hello".utf8))
                }
            }
        }
    }

    @Test(
        "Fields that contradict each other about the length of the body are refused, and invalid lengths",
        arguments: [
            "Content-Length: 1\r\nContent-Length: 2", "Content-Length: 1, 2", "Content-Length: -1", "Content-Length: 99999999999999999999",
            "Content-Length: 5\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 5", "Content-Length: +5",
            "Content-Length: 0x5", "Content-Length: 5 5", "Content-Length: five",
        ])
    func lengths(fields: String) async throws {
        let body = fields.contains("chunked") ? "5\r\nhello\r\n0\r\n\r\n" : "hello"
        let failure = try await Self.failure("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n\(body)")
        guard case .invalidResponse = failure?.reason else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    /// A part of a response that does not end.
    enum Flood: String, CaseIterable {
        case fields, field, reason, trailers, trailer

        var opening: String {
            switch self {
            case .fields: "HTTP/1.1 200 OK\r\n"
            case .field: "HTTP/1.1 200 OK\r\na: "
            case .reason: "HTTP/1.1 200 "
            case .trailers: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n"
            case .trailer: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\na: "
            }
        }

        var round: String { String(repeating: self == .fields || self == .trailers ? "A: b\r\n" : "xxxx", count: 1000) }
    }

    @Test("Header fields and trailers without end are refused", arguments: Flood.allCases.filter { $0 != .reason })
    func flood(flood: Flood) async throws { try await Self.check(flood) }

    @Test("A reason phrase without end is refused")
    func reason() async throws { try await Self.check(.reason) }

    private static func check(_ flood: Flood) async throws {
        let sent = Recorder<Int>()
        let failure = try await failure(flood.opening, repeating: flood.round, sent: sent)
        #expect(failure != nil && failure?.reason != .headTimeout && failure?.reason != .progressTimeout)
        // Most of it is in the sockets' buffers of both sides.
        #expect(sent.all.reduce(0, +) < 128 << 20)
    }

    @Test("Two heads, an unexpected body and trailers do not end the process")
    func contradictions() async throws {
        let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab"
        let texts = [
            ok + ok, "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello", "HTTP/1.1 304 Not Modified\r\n\r\nhello",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: b\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" + String(repeating: "A: b\r\n", count: 300) + "\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n",
            "HTTP/2.0 200 OK\r\n\r\n", "HTTP/1.1 100\r\n\r\n\r\n\r\n",
        ]
        for text in texts { _ = try await Self.failure(text, timeouts: LoadTimeouts(head: 0.2, progress: 0.2)) }
    }

    @Test("A body with an extreme compression ratio is refused", arguments: ["gzip", "deflate"])
    func decompressionBomb(coding: String) async throws {
        let bomb = DeflateBomb.zlib(megabytes: 8)
        try await LoopbackServer.answering({ _ in ServerReply(headers: [("Content-Encoding", coding)], body: bomb) }) { server in
            try await withLoader { loader in
                let failure = try #require(await loadError { try await loader.loadWhole(server.request(kind: .manifest), upTo: 64 << 20) })
                #expect(failure.reason == .undecodable)
                #expect(PlaybackError(failure).underlying?.contains("150 times") == true)
            }
        }
    }
}
