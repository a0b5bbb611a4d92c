import PlayheadTransport
import TLSTestSupport
import Testing

/// RFC 9112 §9.8
@Suite("The end of connections with TLS", .timeLimit(.minutes(5)))
struct TLSTruncationTests {
    /// A response: its header fields, its body, and whether its own framing shows that it is whole.
    struct Response: Sendable {
        var fields: String
        var body: [UInt8]
        var isFramed = true
        var isWhole = true
    }

    private static let hello = Array("hello".utf8)

    @Test(
        "A response is whole if its framing or the end of TLS shows it",
        arguments: [
            Response(fields: "Content-Length: 5\r\n", body: hello),
            Response(fields: "Content-Length: 6\r\n", body: hello, isWhole: false),
            Response(fields: "Transfer-Encoding: chunked\r\n", body: Array("5\r\nhello\r\n0\r\n\r\n".utf8)),
            Response(fields: "Transfer-Encoding: chunked\r\n", body: Array("5\r\nhello\r\n".utf8), isWhole: false),
            Response(fields: "", body: hello, isFramed: false),
            Response(fields: "Content-Encoding: gzip\r\n", body: StoredGzip.pack(hello), isFramed: false),
            Response(fields: "Content-Encoding: gzip\r\n", body: StoredGzip.pack(hello).dropLast(9), isFramed: false, isWhole: false),
        ], [true, false])
    func end(response: Response, isAnnounced: Bool) async throws {
        let failure = try await LoopbackServer.run(
            over: TLSSettings(announcesEnd: isAnnounced),
            { connection in
                _ = try await connection.nextRequest()
                try await connection.send(Array("HTTP/1.1 200 OK\r\n\(response.fields)\r\n".utf8) + response.body)
            }
        ) { server in
            try await withLoader(server.configuration) { loader in
                await loadError {
                    let bytes = try await loader.loadWhole(server.request(kind: .manifest), upTo: 100).bytes
                    #expect(bytes == Self.hello)
                }
            }
        }
        #expect((failure == nil) == (response.isWhole && (response.isFramed || isAnnounced)), "\(String(describing: failure))")
    }
}
