import CCurl
import Foundation
import TLSTestSupport
import TestSupport
import Testing

@testable import PlayheadTransport

@Suite("The authorities of the system", .timeLimit(.minutes(5)))
struct SystemTrustTests {
    private static func withFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }

    @Test(
        "A directory is used if it has each certificate of the bundle",
        arguments: [
            (["01234567.0", "89abcdef.0", "89abcdef.1"], 3, true), (["01234567.0", "89abcdef.0"], 3, false),
            (["01234567.0", "a.pem", "0123456789.0", "89ABCDEF.0", "89abcdef", "89abcdef.", "89abcdef.x"], 2, false),
            (["01234567.0"], 0, false), ([], 1, false),
        ])
    func selection(names: [String], count: Int, isUsed: Bool) async throws {
        try await Self.withFolder { folder in
            let bundle = folder.appendingPathComponent("bundle.crt")
            let certificate = "-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n"
            try Data(String(repeating: certificate, count: count).utf8).write(to: bundle)
            for name in names { try Data().write(to: folder.appendingPathComponent(name)) }
            #expect(SystemTrust.directory(folder.path, bundle: bundle.path) == (isUsed ? folder.path : nil))
            #expect(SystemTrust.directory(folder.path, bundle: bundle.path + "x") == nil)
        }
    }

    @Test("A server is trusted by its authority in a directory")
    func trusted() async throws {
        try await LoopbackServer.answering(over: TLSSettings(), { _ in .text("hello") }) { server in
            try await Self.withFolder { folder in
                let file = folder.appendingPathComponent("authority.pem")
                try FileManager.default.copyItem(at: try #require(server.authority), to: file)
                #expect(SystemTrust.directory(folder.path, bundle: file.path) == nil)
                let openssl = URL(fileURLWithPath: "/usr/bin/openssl")
                #expect(try await ToolRun.output(of: openssl, ["rehash", folder.path], environment: [:]).status == 0)
                let directory = SystemTrust.directory(folder.path, bundle: file.path)
                #expect(directory == folder.path)
                let url = server.url().absoluteString
                let code = await withCheckedContinuation { continuation in
                    Thread.detachNewThread {
                        let easy = curl_easy_init()
                        defer { curl_easy_cleanup(easy) }
                        playhead_set_string(easy, CURLOPT_URL, url)
                        if let easy { Trust(additional: [], directory: directory).apply(to: easy) }
                        continuation.resume(returning: curl_easy_perform(easy).rawValue)
                    }
                }
                #expect(code == CURLE_OK.rawValue)
            }
        }
    }
}
