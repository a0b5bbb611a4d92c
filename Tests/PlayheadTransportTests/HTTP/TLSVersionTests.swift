import Foundation
import NIOSSL
import PlayheadTransport
import Testing

@Suite("Versions of TLS", .timeLimit(.minutes(5)))
struct TLSVersionTests {
    private static func load(upTo version: TLSVersion) async throws -> LoadError? {
        var failure: LoadError?
        try await HTTP2Server.answering("hello", upTo: version) { server in
            var configuration = HTTPLoaderConfiguration()
            configuration.certificateAuthorities = [server.authority]
            let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
            failure = try await withLoader(configuration) { loader in
                await loadError { try await loader.loadWhole(LoadRequest(url: url, kind: .media), upTo: 10) }
            }
        }
        return failure
    }

    @Test("Versions before 1.2 are refused", arguments: [TLSVersion.tlsv1, .tlsv11])
    func old(version: TLSVersion) async throws {
        #expect(try await Self.load(upTo: version)?.reason == .unreachable)
    }

    @Test("Versions 1.2 and 1.3 are accepted", arguments: [TLSVersion.tlsv12, .tlsv13])
    func current(version: TLSVersion) async throws {
        #expect(try await Self.load(upTo: version) == nil)
    }
}
