import Foundation
import PlayheadCore
import Testing

@testable import PlayheadTransport

@Suite("Addresses of requests", .timeLimit(.minutes(5)))
struct RequestAddressTests {
    @Test(
        "A port outside 1 to 65535 is refused, with names and with addresses of both kinds",
        arguments: ["127.0.0.1", "[::1]", "localhost", "user:1@[fe80::1%25lo]"],
        ["65536", "65537", "70000", "655360", "0", "00000", "4294967376", "9223372036854775807"])
    func ports(host: String, port: String) async throws {
        guard let url = URL(string: "http://\(host):\(port)/x") else { return }
        #expect(RequestAddress.problem(of: url)?.contains("65535") == true)
        try await withLoader { loader in
            let failure = try #require(await loadError { try await loader.load(LoadRequest(url: url, kind: .segment)) })
            #expect(failure.reason == .invalidURL)
            #expect(PlaybackError(failure).underlying?.contains("65535") == true)
        }
    }

    @Test(
        "Other addresses are accepted",
        arguments: [
            "http://127.0.0.1:1/", "http://[::1]:65535/", "https://h/x:70000", "http://h?x=:70000", "http://u:70000@h/", "http://[::1]/",
            "http://h:/x", "http://[fe80::1%25eth0]:80/", "HTTP://H:0080/", "http://192.168.1/", "http://h.example./",
        ])
    func accepted(text: String) throws {
        #expect(RequestAddress.problem(of: try #require(URL(string: text))) == nil)
    }

    @Test(
        "Other addresses than those of servers are refused",
        arguments: [
            "http:///x", "ftp://h/", "x", "http://a%00b/", "http://a%20b/", "http://\(String(repeating: "a", count: 300))/",
            "http://h/\(String(repeating: "a", count: 65_536))",
        ])
    func refused(text: String) throws {
        guard let url = URL(string: text) else { return }
        #expect(RequestAddress.problem(of: url) != nil && url.withoutSecrets.utf8.count < 2000)
    }

    @Test("A redirect to an impossible port is refused", arguments: ["127.0.0.1:65536", "[::1]:99999", "localhost:0"])
    func redirect(target: String) async throws {
        try await LoopbackServer.answering({ _ in .redirect(to: "http://\(target)/x") }) { server in
            try await withLoader { loader in
                let failure = try #require(await loadError { try await loader.load(server.request()) })
                #expect(failure.reason == .invalidURL)
                #expect(failure.url?.contains(target) == true)
            }
        }
    }
}
