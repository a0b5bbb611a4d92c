import PlayheadCore
import PlayheadTransport
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
}
