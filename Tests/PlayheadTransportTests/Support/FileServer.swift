import Foundation
import PlayheadTransport
import TLSTestSupport
import TestSupport

/// The program `nghttpd`, which serves a folder by HTTP/2 over TLS.
enum FileServer {
    private static let program = URL(fileURLWithPath: "/usr/sbin/nghttpd")

    /// Whether the program is installed; tests that need it are reported as skipped otherwise.
    static let isThere: Bool = {
        let isThere = FileManager.default.isExecutableFile(atPath: program.path) && ProcessTable.isThere
        if !isThere { print("nghttpd is not installed: tests with an HTTP/2 server are skipped") }
        return isThere
    }()

    /// Runs the program while `body` runs.
    static func run<Value: Sendable>(
        _ files: [String: [UInt8]], options: [String] = [], while body: (LoopbackServer) async throws -> Value
    ) async throws -> Value {
        try await withTemporaryFolder { folder in
            let identity = try await TLSIdentity.make(in: folder)
            let root = folder.appending(path: "files")
            try FileManager.default.createDirectory(at: root, withIntermediateDirectories: false)
            for (name, bytes) in files { try Data(bytes).write(to: root.appending(path: name)) }
            let process = try ChildProcess(
                program, arguments: ["-a", "127.0.0.1", "-d", root.path] + options + ["0", identity.key.path, identity.certificate.path],
                environment: ProcessInfo.processInfo.environment, readsOutput: false)
            var port: Int?
            try await eventually("the server listens") {
                port = try listeningPort(of: process.pid)
                return port != nil
            }
            let value = try await body(LoopbackServer(port: port ?? 0, authority: identity.certificate))
            withExtendedLifetime(process) {}
            return value
        }
    }
}
