import Foundation
import PlayheadTransport
import Testing

@Suite("Hostile servers over HTTP/2", .serialized, .timeLimit(.minutes(5)))
struct HostileHTTP2Tests {
    private static func failure(
        repeating: Bool = false, _ frames: @escaping @Sendable (UInt32) -> [UInt8]
    ) async throws -> LoadError? {
        var failure: LoadError?
        try await HTTP2Server.sending(repeating: repeating, frames) { server in
            var configuration = HTTPLoaderConfiguration()
            configuration.certificateAuthorities = [server.authority]
            let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
            let request = LoadRequest(url: url, kind: .manifest, timeouts: LoadTimeouts(head: 60, progress: 60))
            failure = try await withLoader(configuration) { loader in
                await loadError { try await loader.loadWhole(request, upTo: 1 << 20) }
            }
        }
        return failure
    }

    @Test("A status outside 100 to 599 is refused", arguments: ["000", "99", "0", "600", "1000"], [false, true])
    func status(status: String, isEmpty: Bool) async throws {
        let failure = try await Self.failure { stream in
            HTTP2Bytes.head(status, stream: stream, ends: isEmpty) + (isEmpty ? [] : HTTP2Bytes.data("x", stream: stream, ends: true))
        }
        #expect(failure?.reason == .invalidResponse(status: Int(status) ?? -1))
    }

    @Test("A head without a status, and a second head, end the request at once", arguments: [false, true])
    func heads(hasStatus: Bool) async throws {
        let failure = try await Self.failure { stream in
            let head =
                hasStatus
                ? HTTP2Bytes.head("200", stream: stream) : HTTP2Bytes.frame(type: 1, flags: 4, stream: stream, HTTP2Bytes.field("a", "b"))
            return head + head + HTTP2Bytes.data("x", stream: stream, ends: true)
        }
        #expect(failure != nil && failure?.reason != .headTimeout)
    }

    @Test("A protocol change, which causes a second head, is refused")
    func switchingProtocols() async throws {
        let failure = try await Self.failure { stream in
            HTTP2Bytes.head("101", stream: stream) + HTTP2Bytes.head("200", stream: stream)
                + HTTP2Bytes.data("x", stream: stream, ends: true)
        }
        #expect(failure?.reason == .invalidResponse(status: 101))
    }

    @Test("Endless interim responses are refused")
    func interimResponses() async throws {
        let failure = try await Self.failure(repeating: true) { HTTP2Bytes.head("103", stream: $0) }
        #expect(failure?.reason == .invalidResponse(status: 103))
    }

    @Test("A status that is not a number ends the request at once", arguments: ["abc", "", "-1", "+200", " ", "99999999999999999999"])
    func invalidStatus(status: String) async throws {
        let failure = try await Self.failure { stream in
            HTTP2Bytes.head(status, stream: stream) + HTTP2Bytes.data("x", stream: stream, ends: true)
        }
        #expect(failure != nil && failure?.reason != .headTimeout)
    }

    /// A flood of frames: a name, and the bytes of a round.
    enum Flood: String, CaseIterable {
        case dataOfUnknownStream, dataOfServerStream, dataBeforeHead, emptyData, settings, settingsAcknowledgement, ping, windowUpdate
        case windowUpdateOfUnknownStream, resetOfUnknownStream, priority, continuation, goAway, unknownType, largeUnknownType

        func frames(_ stream: UInt32) -> [UInt8] {
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
                }
            return (0..<50).flatMap { _ in frame }
        }
    }

    @Test("A flood of frames closes the connection", arguments: Flood.allCases)
    func flood(flood: Flood) async throws {
        let failure = try await Self.failure(repeating: true, flood.frames)
        #expect(failure != nil && failure?.reason != .headTimeout)
    }
}
