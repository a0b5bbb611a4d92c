import Foundation
import PlayheadSamples
import TLSTestSupport
import Testing

@testable import Playhead

/// Streams over https: the servers that are trusted, and the errors for the others.
@MainActor
@Suite("Secure connections", .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct SecureTests {
    /// Whether certificates can be generated; tests that need them are reported as skipped otherwise.
    nonisolated private static let isPossible: Bool = {
        let isThere = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/openssl")
        }
        if isThere != true { print("openssl is not in PATH: tests of secure connections are skipped") }
        return isThere == true
    }()

    /// Runs `body` with an origin that has its own certificate.
    private func run(
        names: [String] = ["IP:127.0.0.1"], isExpired: Bool = false, authorities: (TLSIdentity) -> [URL],
        _ body: (RealRig) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let identity = try await TLSIdentity.make(in: folder, names: names, isExpired: isExpired)
        let trusted = authorities(identity)
        try await RealRig.run(identity: identity, configure: { $0.network.certificateAuthorities = trusted }, body)
    }

    /// Expects that opening fails at once, with a reason that contains `text`, and that the origin receives no request.
    private func expectRefusal(_ rig: RealRig, _ text: String) async throws {
        let url = try await rig.serve(Samples.transportStream, as: "movie")
        rig.player.load(PlayerItem(url: url))
        await rig.wait(for: .onSetupError)
        let error = try #require(rig.player.error)
        #expect(error.code == 121_007 && error.url == url.absoluteString)
        #expect(error.underlying?.contains(text) == true, "\(error)")
        #expect(rig.origin.requests.isEmpty)
    }

    @Test("A stream over https plays if the app trusts the authority of the server", .enabled(if: isPossible))
    func trusted() async throws {
        try await run(authorities: { [$0.certificate] }) { rig in
            let url = try await rig.serve(Samples.transportStream, as: "movie")
            #expect(url.scheme == "https")
            rig.player.load(PlayerItem(url: url))
            rig.player.play()
            await rig.wait(for: .onComplete)
            #expect(rig.player.error == nil && rig.player.statistics.framesShown > 0)
            #expect(rig.origin.requests.contains { $0.path.hasSuffix(".ts") && $0.status == 200 })
        }
    }

    @Test("A certificate of an untrusted authority is refused", .enabled(if: isPossible))
    func untrusted() async throws {
        try await run(authorities: { _ in [] }) { try await expectRefusal($0, "of no authority that is trusted") }
    }

    @Test("A certificate for another name is refused, although its authority is trusted", .enabled(if: isPossible))
    func otherName() async throws {
        try await run(names: ["DNS:other.test"], authorities: { [$0.certificate] }) { try await expectRefusal($0, "another name") }
    }

    @Test("An expired certificate is refused", .enabled(if: isPossible))
    func expired() async throws {
        try await run(isExpired: true, authorities: { [$0.certificate] }) { try await expectRefusal($0, "is expired") }
    }

    @Test("With unreadable authorities no certificate is trusted", .enabled(if: isPossible))
    func unreadableAuthorities() async throws {
        try await run(authorities: { [$0.certificate.appendingPathExtension("gone")] }) { try await expectRefusal($0, "can't be read") }
    }
}
