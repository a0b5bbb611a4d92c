import Foundation
import TLSTestSupport
import TestSupport
import Testing

/// Runs the built program, because libcurl reads variables when a process begins to use it.
@Suite("The environment of requests", .timeLimit(.minutes(5)))
struct EnvironmentTests {
    private static let program = Bundle.main.bundleURL.appending(path: "playhead")
    /// A configuration of OpenSSL that permits all versions of TLS, with their ciphers.
    private static let permissive = """
        openssl_conf = init
        [init]
        ssl_conf = ssl
        [ssl]
        system_default = defaults
        [defaults]
        MinProtocol = TLSv1
        CipherString = DEFAULT:@SECLEVEL=0

        """

    @Test("Files and variables of curl and OpenSSL that the documents do not name have no effect, and no keys are written")
    func undocumented() async throws {
        let requests = Recorder<ServerRequest>()
        try await withTemporaryFolder { folder in
            let (passwords, keys) = (folder.appending(path: ".netrc"), folder.appending(path: "keys"))
            try Data("default login user password hunter2\n".utf8).write(to: passwords)
            let variables = [
                "HOME": folder.path, "NETRC": passwords.path, "SSLKEYLOGFILE": keys.path, "CURL_CA_BUNDLE": "/dev/null",
                "SSL_CERT_FILE": "/dev/null", "SSL_CERT_DIR": "/dev/null",
            ]
            try await LoopbackServer.answering(
                over: TLSSettings(),
                { request in
                    requests.append(request)
                    return ServerReply(status: 404)
                }
            ) { server in
                let authority = try #require(server.authority)
                let arguments = ["probe", "--certificate-authority", authority.path, server.url("/a.mp4").absoluteString]
                _ = try await ToolRun.output(of: Self.program, arguments, environment: variables)
            }
            #expect(FileManager.default.contents(atPath: keys.path)?.isEmpty ?? true)
        }
        #expect(!requests.all.isEmpty && requests.all.allSatisfy { $0["Authorization"] == nil })
    }

    @Test(
        "Servers and proxies with TLS before 1.2 are refused, also where the configuration of OpenSSL permits them",
        arguments: [TLSSettings.Version.tls11, .tls12], [false, true])
    func versions(version: TLSSettings.Version, usesProxy: Bool) async throws {
        let requests = Recorder<ServerRequest>()
        try await withTemporaryFolder { folder in
            let configuration = folder.appending(path: "openssl.cnf")
            try Data(Self.permissive.utf8).write(to: configuration)
            let settings = TLSSettings(newestVersion: version)
            try await LoopbackProxy.run(over: settings, requests, refusal: ServerReply(status: 404)) { proxy in
                let address = "https://127.0.0.1:\(proxy.port)"
                let authority = try #require(proxy.authority)
                // The proxy is a server, too.
                let url = usesProxy ? "http://origin.invalid/a.mp4" : "\(address)/a.mp4"
                _ = try await ToolRun.output(
                    of: Self.program, ["probe", "--certificate-authority", authority.path, url],
                    environment: ["OPENSSL_CONF": configuration.path, "http_proxy": address])
            }
        }
        #expect(requests.all.isEmpty == (version == .tls11))
    }
}
