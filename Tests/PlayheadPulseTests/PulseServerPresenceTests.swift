import Foundation
import TestSupport
import Testing

@testable import PlayheadPulse

@Suite("The presence of a sound server", .timeLimit(.minutes(2)))
struct PulseServerPresenceTests {
    @Test("A server is present if PULSE_SERVER names one, or its socket exists")
    func rules() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.path
            func isPresent(_ environment: [String: String]) -> Bool { PulseAudioOutput.isServerPresent(in: environment, user: 4_000_000) }
            #expect(isPresent(["PULSE_SERVER": "unix:/nonexistent"]))
            #expect(!isPresent(["PULSE_SERVER": "", "PULSE_RUNTIME_PATH": path]))
            #expect(!isPresent(["XDG_RUNTIME_DIR": path]))
            // A file is no socket.
            try FileManager.default.createDirectory(atPath: path + "/pulse", withIntermediateDirectories: false)
            try Data().write(to: URL(fileURLWithPath: path + "/pulse/native"))
            #expect(!isPresent(["XDG_RUNTIME_DIR": path]))
        }
    }

    @Test("The socket of a running server is found", .enabled(if: PulseServer.isInstalled))
    func socket() async throws {
        let server = try await PulseServer()
        try await withTemporaryFolder { folder in
            let link = folder.appending(path: "native")
            let socket = String(server.address.dropFirst("unix:".count))
            try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: socket)
            #expect(PulseAudioOutput.isServerPresent(in: ["PULSE_RUNTIME_PATH": folder.path], user: 4_000_000))
        }
    }
}
