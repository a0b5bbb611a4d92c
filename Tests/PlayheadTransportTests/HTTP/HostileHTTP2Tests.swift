import PlayheadTransport
import Testing

@Suite("Hostile servers over HTTP/2", .serialized, .timeLimit(.minutes(5)))
struct HostileHTTP2Tests {
    /// The maximum number of bytes that a server sends before its connection is closed; the sockets' buffers of both sides hold most of them.
    /// libcurl handles frames as long as more have arrived, until `playhead_count_step` ends that, on a busy machine for seconds.
    private static let maximumFlood = 1 << 29

    /// Returns the error of a load from a server that responds with frames, and then repeats others until the client closes. `sent` records
    /// the numbers of repeated bytes.
    private static func failure(
        sent: Recorder<Int> = Recorder(), repeating: (@Sendable (UInt32) -> [UInt8])? = nil,
        _ frames: @escaping @Sendable (UInt32) -> [UInt8]
    ) async throws -> LoadError? {
        try await HTTP2Connection.serve({ connection in
            guard let stream = try await connection.nextRequest() else { return }
            try await connection.send(frames(stream))
            if let round = repeating?(stream) {
                while true {
                    try await connection.send(round)
                    sent.append(round.count)
                }
            }
            await connection.waitForClose()
        }) { server in try await failure(of: server) }
    }

    private static func failure(of server: LoopbackServer) async throws -> LoadError? {
        try await withLoader(server.configuration) { loader in
            let request = server.request(kind: .manifest, timeouts: .long)
            return await loadError { try await loader.loadWhole(request, upTo: 1 << 20) }
        }
    }

    private static func isRefusal(_ failure: LoadError?) -> Bool {
        failure != nil && failure?.reason != .headTimeout && failure?.reason != .progressTimeout
    }

    @Test("A status outside 100 to 599 is refused", arguments: ["000", "99", "0", "600", "1000"], [false, true])
    func status(status: String, isEmpty: Bool) async throws {
        let failure = try await Self.failure { stream in
            HTTP2Bytes.head(status, stream: stream, ends: isEmpty) + (isEmpty ? [] : HTTP2Bytes.data("x", stream: stream, ends: true))
        }
        // libcurl refuses most of them before the head is complete.
        #expect(failure != nil && failure?.reason != .headTimeout)
    }

    /// A sequence of frames that no response has (RFC 9113 §8.1).
    enum Disorder: String, CaseIterable {
        case headWithoutStatus, secondHead, dataBeforeHead, uppercaseName, connectionField, statusInTrailers

        func frames(_ stream: UInt32) -> [UInt8] {
            let head = HTTP2Bytes.head("200", stream: stream)
            let data = HTTP2Bytes.data("x", stream: stream, ends: true)
            return switch self {
            case .headWithoutStatus: HTTP2Bytes.frame(type: 1, flags: 4, stream: stream, HTTP2Bytes.field("a", "b")) + data
            case .secondHead: head + head + data
            case .dataBeforeHead: data
            case .uppercaseName: HTTP2Bytes.head("200", [("Aa", "b")], stream: stream) + data
            case .connectionField: HTTP2Bytes.head("200", [("transfer-encoding", "chunked")], stream: stream) + data
            case .statusInTrailers: head + HTTP2Bytes.data("x", stream: stream) + HTTP2Bytes.head("200", stream: stream, ends: true)
            }
        }
    }

    @Test("A response whose frames are in disorder ends the request at once", arguments: Disorder.allCases)
    func disorder(disorder: Disorder) async throws {
        #expect(Self.isRefusal(try await Self.failure(disorder.frames)))
    }

    @Test("A protocol change, which causes a second head, is refused")
    func switchingProtocols() async throws {
        let failure = try await Self.failure { stream in
            HTTP2Bytes.head("101", stream: stream) + HTTP2Bytes.head("200", stream: stream)
                + HTTP2Bytes.data("x", stream: stream, ends: true)
        }
        #expect(Self.isRefusal(failure))
    }

    @Test("Endless interim responses are refused")
    func interimResponses() async throws {
        let failure = try await Self.failure(repeating: { HTTP2Bytes.head("103", stream: $0) }) { _ in [] }
        #expect(failure?.reason == .invalidResponse(status: 103))
    }

    @Test("A status that is not a number ends the request at once", arguments: ["abc", "", "-1", "+200", " ", "99999999999999999999"])
    func invalidStatus(status: String) async throws {
        let failure = try await Self.failure { stream in
            HTTP2Bytes.head(status, stream: stream) + HTTP2Bytes.data("x", stream: stream, ends: true)
        }
        #expect(Self.isRefusal(failure))
    }

    @Test("Header fields that expand to many times their size are refused")
    func expandingFields() async throws {
        let failure = try await Self.failure { stream in
            // A field that is added to the table of both sides, and many references to it (RFC 7541 §6.1, §6.2.1).
            let field = [0x40] + HTTP2Bytes.field("a", String(repeating: "x", count: 3000)).dropFirst()
            let references = [UInt8](repeating: 0x80 | 62, count: 12_000)
            let fields = HTTP2Bytes.field(":status", "200") + field + references
            return HTTP2Bytes.frame(type: 1, flags: 5, stream: stream, fields)
        }
        #expect(Self.isRefusal(failure))
    }

    /// An endless sequence of frames.
    enum Flood: String, CaseIterable {
        case dataOfUnknownStream, dataOfServerStream, dataBeforeHead, emptyData, settings, settingsAcknowledgement, ping, windowUpdate
        case windowUpdateOfUnknownStream, resetOfUnknownStream, priority, continuation, goAway, unknownType, largeUnknownType
        case fieldsOfHead, trailers, fieldsOfTrailers

        /// Returns the frames that are sent once.
        func opening(_ stream: UInt32) -> [UInt8] {
            let start = HTTP2Bytes.head("200", stream: stream) + HTTP2Bytes.data("x", stream: stream)
            return switch self {
            case .fieldsOfHead: HTTP2Bytes.frame(type: 1, stream: stream, HTTP2Bytes.field(":status", "200"))
            case .trailers: start
            case .fieldsOfTrailers: start + HTTP2Bytes.frame(type: 1, flags: 1, stream: stream, HTTP2Bytes.field("a", "b"))
            default: []
            }
        }

        /// Returns the frames of one round, which are sent faster than they are read.
        func round(_ stream: UInt32) -> [UInt8] {
            let frame: [UInt8] =
                switch self {
                case .dataOfUnknownStream: HTTP2Bytes.data("xxxxxxxx", stream: stream + 2)
                case .dataOfServerStream: HTTP2Bytes.data("xxxxxxxx", stream: 2)
                case .dataBeforeHead: HTTP2Bytes.data("xxxxxxxx", stream: stream)
                case .emptyData: HTTP2Bytes.data("", stream: stream)
                case .settings: HTTP2Bytes.frame(type: 4, stream: 0, [0, 4, 0, 0, 255, 255])
                case .settingsAcknowledgement: HTTP2Bytes.frame(type: 4, flags: 1, stream: 0)
                case .ping: HTTP2Bytes.frame(type: 6, stream: 0, Array("12345678".utf8))
                case .windowUpdate: HTTP2Bytes.frame(type: 8, stream: 0, [0, 0, 0, 1])
                case .windowUpdateOfUnknownStream: HTTP2Bytes.frame(type: 8, stream: stream + 2, [0, 0, 0, 1])
                case .resetOfUnknownStream: HTTP2Bytes.frame(type: 3, stream: stream + 2, [0, 0, 0, 0])
                case .priority: HTTP2Bytes.frame(type: 2, stream: stream, [0, 0, 0, 0, 3])
                case .continuation: HTTP2Bytes.frame(type: 9, stream: stream)
                case .goAway: HTTP2Bytes.frame(type: 7, stream: 0, HTTP2Bytes.number(0x7FFF_FFFF) + [0, 0, 0, 0])
                case .unknownType: HTTP2Bytes.frame(type: 0xAA, stream: 0, [1, 2])
                case .largeUnknownType: HTTP2Bytes.frame(type: 0xAA, stream: 0, [UInt8](repeating: 1, count: 16_000))
                case .fieldsOfHead, .fieldsOfTrailers: HTTP2Bytes.frame(type: 9, stream: stream, HTTP2Bytes.field("a", "b"))
                case .trailers: HTTP2Bytes.frame(type: 1, flags: 4, stream: stream, HTTP2Bytes.field("a", "b"))
                }
            return [[UInt8]](repeating: frame, count: (256 << 10) / frame.count).flatMap { $0 }
        }
    }

    @Test("A flood of frames closes the connection", arguments: Flood.allCases)
    func flood(flood: Flood) async throws {
        let sent = Recorder<Int>()
        let failure = try await Self.failure(sent: sent, repeating: flood.round, flood.opening)
        #expect(Self.isRefusal(failure))
        #expect(sent.all.reduce(0, +) < Self.maximumFlood)
    }

    @Test("A body in frames of one byte arrives")
    func smallFrames() async throws {
        let body = String(repeating: "x", count: 75_000)
        let failure = try await Self.failure { stream in
            HTTP2Bytes.head("200", stream: stream) + body.flatMap { HTTP2Bytes.data(String($0), stream: stream) }
                + HTTP2Bytes.data("", stream: stream, ends: true)
        }
        #expect(failure == nil)
    }

    @Test(
        "A server that agrees on HTTP/2 and sends something else ends the request",
        arguments: ["HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", String(repeating: "\0", count: 100), "SSH-2.0-x\r\n"], [false, true])
    func otherProtocol(text: String, isRepeating: Bool) async throws {
        let sent = Recorder<Int>()
        let failure = try await LoopbackServer.run(
            over: HTTP2Connection.security,
            { connection in
                let text = String(repeating: text, count: isRepeating ? 1000 : 1)
                repeat {
                    try await connection.send(text)
                    sent.append(text.utf8.count)
                } while isRepeating
                await connection.waitForClose()
            }
        ) { server in try await Self.failure(of: server) }
        #expect(Self.isRefusal(failure))
        #expect(sent.all.reduce(0, +) < Self.maximumFlood)
    }
}
