import PlayheadCore
import PlayheadTransport
import TestSupport
import Testing

@Suite("Compressed answers", .timeLimit(.minutes(5)))
struct CompressionTests {
    private static let text = Array(String(repeating: "#EXTM3U\n", count: 20_000).utf8)

    private static func gzip(_ body: [UInt8]) -> ServerReply {
        ServerReply(headers: [("Content-Encoding", "gzip")], body: body)
    }

    @Test("A manifest is requested with compression and decompressed")
    func manifest() async throws {
        let requests = Recorder<ServerRequest>()
        try await LoopbackServer.answering({ request in
            requests.append(request)
            return Self.gzip(StoredGzip.pack(Self.text))
        }) { server in
            try await withLoader { loader in
                let (response, bytes) = try await loader.loadWhole(server.request(kind: .manifest), upTo: 1 << 20)
                #expect(bytes == Self.text)
                #expect(response.contentLength == nil)
            }
        }
        #expect(requests.all.first?["Accept-Encoding"] == "gzip, deflate, br, zstd")
    }

    @Test(
        "The coding of storage services is ignored and reported, beside others or alone",
        arguments: [("aws-chunked", false), ("AWS-Chunked, gzip", true), ("gzip,aws-chunked", true), ("identity", false)])
    func storage(coding: String, isPacked: Bool) async throws {
        try await LoopbackServer.answering({ _ in
            ServerReply(headers: [("Content-Encoding", coding)], body: isPacked ? StoredGzip.pack(Self.text) : Self.text)
        }) { server in
            try await withLoader { loader in
                let (response, bytes) = try await loader.loadWhole(server.request(kind: .manifest), upTo: 1 << 20)
                #expect(bytes == Self.text)
                #expect(response.ignoredCoding == (coding == "identity" ? nil : "aws-chunked"))
                #expect(isPacked || response.contentLength == Int64(Self.text.count))
            }
        }
    }

    @Test("A body that exceeds the decompression limit is refused")
    func bomb() async throws {
        try await LoopbackServer.answering({ _ in Self.gzip(StoredGzip.pack(Self.text)) }) { server in
            try await withLoader(HTTPLoaderConfiguration(decompressionLimit: 100_000)) { loader in
                let failure = try #require(await loadError { try await loader.loadWhole(server.request(kind: .manifest), upTo: 1 << 20) })
                #expect(failure.reason == .tooLarge(limit: 100_000))
                #expect(PlaybackError(failure).kind == .manifestInvalid)
            }
        }
    }

    @Test("A truncated or invalid compressed body, and an unknown coding, are refused")
    func undecodable() async throws {
        try await LoopbackServer.answering({ request in
            switch request.path {
            case "/cut": Self.gzip(StoredGzip.pack(Self.text).dropLast(5000))
            case "/garbage": Self.gzip(Array("not gzip at all".utf8))
            default: ServerReply(headers: [("Content-Encoding", "compress")], body: [1, 2, 3])
            }
        }) { server in
            try await withLoader { loader in
                for path in ["/cut", "/garbage", "/unknown"] {
                    let failure = await loadError { try await loader.loadWhole(server.request(path, kind: .manifest), upTo: 1 << 20) }
                    #expect(failure?.reason == .undecodable, "\(path)")
                }
            }
        }
    }

    @Test("A body whose invalid bytes are held back is refused when the reader continues")
    func heldBack() async throws {
        let (headers, blockSize) = (15, 0xFFFF)
        let block = Array(StoredGzip.pack(Self.text).prefix(headers + blockSize))
        let (isFull, isSent) = (Signal(), Signal())
        try await LoopbackServer.run({ connection in
            while let request = try await connection.nextRequest() {
                guard request.path == "/packed" else {
                    try await connection.send(.text("small"))
                    continue
                }
                try await connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n")
                try await connection.send(block)
                await isFull.wait()
                // No block begins in this way (RFC 1951 §3.2.3).
                try await connection.send([0xFF])
                isSent.set()
                await connection.waitForClose()
            }
        }) { server in
            let metrics = TransferMetrics()
            try await withLoader(HTTPLoaderConfiguration(readAhead: blockSize), metrics: metrics) { loader in
                let response = try await loader.load(server.request("/packed", kind: .manifest))
                try await eventually("the block has arrived") { metrics.counters.bytes == blockSize }
                isFull.set()
                await isSent.wait()
                // The small loads let the loop receive the invalid byte.
                for _ in 0..<10 { _ = try await loader.loadWhole(server.request("/small"), upTo: 10) }
                let failure = await loadError { try await response.body.collect(upTo: 1 << 20) }
                #expect(failure?.reason == .undecodable)
            }
        }
    }
}
