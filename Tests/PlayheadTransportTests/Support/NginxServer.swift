import Foundation
import PlayheadTransport
import TLSTestSupport
import TestSupport

/// The program `nginx`, which serves a folder by HTTP/3, and by HTTP/2 over TLS on the port with the same number.
enum NginxServer {
    private static let program = URL(fileURLWithPath: "/usr/sbin/nginx")
    private static let port = 8443

    /// Whether HTTP/3 can be tested; tests that need it are reported as skipped otherwise.
    static let isThere: Bool = {
        let hasModule = (try? Data(contentsOf: program).firstRange(of: Data("--with-http_v3_module".utf8))) != nil
        let isThere = HTTPLoader.supportsHTTP3 && hasModule
        if !isThere {
            print("\(hasModule ? "libcurl was built without HTTP/3" : "nginx with HTTP/3 is not installed"): its tests are skipped")
        }
        return isThere
    }()

    /// Runs the program while `body` runs. `options` are statements of the server's block, and `isQUIC` is whether it has HTTP/3.
    static func run<Value: Sendable>(
        _ files: [String: [UInt8]], options: String = "", isQUIC: Bool = true,
        while body: (LoopbackServer) async throws -> Value
    ) async throws -> Value {
        try await withTemporaryFolder { folder in
            // An address of its own, because nginx selects no port by itself.
            let host = "127." + (0..<3).map { _ in "\(Int.random(in: 1...254))" }.joined(separator: ".")
            let identity = try await TLSIdentity.make(in: folder, names: ["IP:\(host)"])
            let root = folder.appending(path: "files")
            try FileManager.default.createDirectory(at: root, withIntermediateDirectories: false)
            for (name, bytes) in files { try Data(bytes).write(to: root.appending(path: name)) }
            let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \($0);" }.joined(separator: " ")
            let configuration = """
                daemon off; master_process off; pid nginx.pid; error_log nginx.log;
                events {}
                http {
                    access_log off; default_type application/octet-stream; \(paths)
                    server {
                        \(isQUIC ? "listen \(host):\(port) quic;" : "")
                        listen \(host):\(port) ssl;
                        http2 on; root files;
                        ssl_certificate \(identity.certificate.path); ssl_certificate_key \(identity.key.path);
                        \(options)
                    }
                }
                """
            try Data(configuration.utf8).write(to: folder.appending(path: "nginx.conf"))
            let process = try ChildProcess(
                program, arguments: ["-p", folder.path, "-c", "nginx.conf", "-e", "nginx.log"],
                environment: ProcessInfo.processInfo.environment, readsOutput: false)
            // The socket of TCP is the last one that is opened.
            try await eventually("the server listens") { try listeningPort(of: process.pid) == port }
            let value = try await body(LoopbackServer(port: port, host: host, authority: identity.certificate))
            withExtendedLifetime(process) {}
            return value
        }
    }
}
