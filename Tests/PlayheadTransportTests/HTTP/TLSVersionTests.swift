import PlayheadTransport
import TLSTestSupport
import Testing

@Suite("Versions of TLS", .timeLimit(.minutes(5)))
struct TLSVersionTests {
    private static func load(upTo version: TLSSettings.Version) async throws -> LoadError? {
        try await LoopbackServer.answering(over: TLSSettings(newestVersion: version), { _ in .text("hello") }) { server in
            try await withLoader(server.configuration) { loader in
                await loadError { try await loader.loadWhole(server.request(), upTo: 10) }
            }
        }
    }

    @Test("Versions before 1.2 are refused", arguments: [TLSSettings.Version.tls10, .tls11])
    func old(version: TLSSettings.Version) async throws {
        #expect(try await Self.load(upTo: version)?.reason == .unreachable)
    }

    @Test("Versions 1.2 and 1.3 are accepted", arguments: [TLSSettings.Version.tls12, .tls13])
    func current(version: TLSSettings.Version) async throws {
        #expect(try await Self.load(upTo: version) == nil)
    }
}
