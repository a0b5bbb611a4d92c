import PlayheadTransport
import Testing

@Suite("Byte ranges over HTTP", .timeLimit(.minutes(5)))
struct HTTPRangeTests {
    private static let resource = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }

    @Test(
        "A range gives just its bytes",
        arguments: [
            (ByteRange(offset: 100, length: 50), 100..<150), (ByteRange(offset: 990), 990..<1000),
            (ByteRange(offset: 0, length: 5000), 0..<1000),
        ])
    func ranges(range: ByteRange, expected: Range<Int>) async throws {
        try await LoopbackServer.answering({ .part(of: Self.resource, for: $0) }) { server in
            try await withLoader { loader in
                let (response, bytes) = try await loader.loadWhole(server.request(range: range), upTo: 1000)
                #expect(response.status == 206)
                #expect(bytes == Array(Self.resource[expected]))
                #expect(response.contentLength == Int64(expected.count))
                #expect(response.totalLength == 1000)
                #expect(response.acceptsRanges)
            }
        }
    }

    @Test("A range is extracted if the server ignores it")
    func ignored() async throws {
        try await LoopbackServer.answering({ _ in ServerReply(body: Self.resource) }) { server in
            try await withLoader { loader in
                let (response, bytes) = try await loader.loadWhole(server.request(range: ByteRange(offset: 100, length: 50)), upTo: 1000)
                #expect(response.status == 200)
                #expect(bytes == Array(Self.resource[100..<150]))
                #expect(response.contentLength == 50)
                #expect(response.totalLength == 1000)
                #expect(!response.acceptsRanges)
            }
        }
    }

    @Test("A range after the end is the status 416, whether or not the server supports ranges", arguments: [true, false])
    func pastTheEnd(knowsRanges: Bool) async throws {
        try await LoopbackServer.answering({ knowsRanges ? .part(of: Self.resource, for: $0) : ServerReply(body: Self.resource) }) {
            server in
            try await withLoader { loader in
                #expect(await loadError { try await loader.load(server.request(range: ByteRange(offset: 1000))) }?.reason == .status(416))
            }
        }
    }

    @Test("A response with another range is refused")
    func wrongRange() async throws {
        try await LoopbackServer.answering({ _ in
            ServerReply(status: 206, headers: [("Content-Range", "bytes 200-209/1000")], body: [UInt8](repeating: 0, count: 10))
        }) { server in
            try await withLoader { loader in
                let failure = await loadError { try await loader.load(server.request(range: ByteRange(offset: 100, length: 10))) }
                #expect(failure?.reason == .invalidResponse(status: 206))
                #expect(await loadError { try await loader.load(server.request()) }?.reason == .invalidResponse(status: 206))
            }
        }
    }

    @Test(
        "An invalid range is not sent",
        arguments: [
            ByteRange(offset: -1), ByteRange(offset: 0, length: 0), ByteRange(offset: .max, length: 2), ByteRange(offset: 5, length: -5),
        ])
    func impossible(range: ByteRange) async throws {
        try await LoopbackServer.answering({ .part(of: Self.resource, for: $0) }) { server in
            try await withLoader { loader in
                #expect(await loadError { try await loader.load(server.request(range: range)) }?.reason == .invalidRequest)
                #expect(loader.metrics.counters.requests == 0)
            }
        }
    }
}
