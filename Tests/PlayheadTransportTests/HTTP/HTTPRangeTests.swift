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

    /// Responds with at most 300 bytes, and says the length of the resource if `isTotalKnown`.
    private static func short(_ request: ServerRequest, isTotalKnown: Bool, tag: String = "1") -> ServerReply {
        let bounds = (request["Range"] ?? "bytes=0-").dropFirst("bytes=".count).split(separator: "-").compactMap { Int($0) }
        let first = bounds.first ?? 0
        guard first < resource.count else { return ServerReply(status: 416) }
        let last = min(bounds.count > 1 ? bounds[1] : .max, first + 299, resource.count - 1)
        return ServerReply(
            status: 206,
            headers: [("Content-Range", "bytes \(first)-\(last)/\(isTotalKnown ? "\(resource.count)" : "*")"), ("ETag", tag)],
            body: Array(resource[first...last]))
    }

    @Test(
        "A response that is shorter than the range is continued, also if the server was not asked for a range",
        arguments: [
            (ByteRange(offset: 100, length: 800), true, 100..<900), (ByteRange(offset: 100, length: 800), false, 100..<900),
            (ByteRange(offset: 100), true, 100..<1000), (nil, true, 0..<1000), (ByteRange(offset: 100, length: 5000), true, 100..<1000),
            (ByteRange(offset: 100, length: 5000), false, 100..<1000), (ByteRange(offset: 100), false, 100..<400),
        ] as [(ByteRange?, Bool, Range<Int>)])
    func short(range: ByteRange?, isTotalKnown: Bool, expected: Range<Int>) async throws {
        try await LoopbackServer.answering({ Self.short($0, isTotalKnown: isTotalKnown) }) { server in
            try await withLoader { loader in
                let (response, bytes) = try await loader.loadWhole(server.request(range: range), upTo: 1000)
                #expect(bytes == Array(Self.resource[expected]))
                #expect(!isTotalKnown || response.contentLength == Int64(expected.count))
            }
        }
    }

    @Test("A response to no range that is partial without saying so is the whole")
    func unasked() async throws {
        try await LoopbackServer.answering({ _ in ServerReply(status: 206, body: Self.resource) }) { server in
            try await withLoader { loader in
                let bytes = try await loader.loadWhole(server.request(), upTo: 1000).bytes
                #expect(bytes == Self.resource)
            }
        }
    }

    @Test("The rest of a range must be of the same state, and must not be empty")
    func badRest() async throws {
        let count = Recorder<Int>()
        try await LoopbackServer.answering({ request in
            count.append(1)
            if request.path == "/changing" { return Self.short(request, isTotalKnown: true, tag: "\(count.all.count)") }
            let isFirst = request["Range"] == "bytes=0-799"
            return isFirst
                ? Self.short(request, isTotalKnown: true) : ServerReply(status: 206, headers: [("Content-Range", "bytes 300-310/1000")])
        }) { server in
            try await withLoader { loader in
                let range = ByteRange(offset: 0, length: 800)
                let changed = await loadError { try await loader.loadWhole(server.request("/changing", range: range), upTo: 1000) }
                #expect(changed?.reason == .invalidResponse(status: 206))
                let empty = await loadError { try await loader.loadWhole(server.request("/empty", range: range), upTo: 1000) }
                #expect(empty?.reason == .incomplete(received: 300, expected: 800))
            }
        }
        #expect(count.all.count == 4)
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
