import Foundation
import PlayheadTransport
import Testing

@Suite("URLs in messages")
struct URLSecretsTests {
    @Test(
        "Credentials and the values of tokens are removed",
        arguments: [
            ("https://u:p@host:8443/a/b.m3u8?x=1#f", "https://host:8443/a/b.m3u8?x=1#f"), ("https://u@host/", "https://host/"),
            ("http://host/?Token=abc&x=1&Signature=a%3D&flag", "http://host/?Token=***&x=1&Signature=***&flag"),
            ("file:///a%20b.mp4", "file:///a%20b.mp4"), ("http://[::1]:80/x", "http://[::1]:80/x"),
        ])
    func stripped(from: String, to: String) throws {
        #expect(try #require(URL(string: from)).withoutSecrets == to)
    }

    @Test("A URL that is too long to be requested is blanked before it is cut")
    func long() throws {
        let password = String(repeating: "hunter2", count: 10_000)
        let long = try #require(URL(string: "http://u:\(password)@127.0.0.1:1/x.mp4"))
        #expect(long.withoutSecrets == "http://127.0.0.1:1/x.mp4")
        #expect(LoadError(.invalidURL, url: long).url == "http://127.0.0.1:1/x.mp4")
        let both = try #require(URL(string: "http://u:\(password)@a.example/" + String(repeating: "b", count: 70_000)))
        #expect(both.withoutSecrets.hasPrefix("http://a.example/bbb") && both.withoutSecrets.hasSuffix("b…"))
        #expect(both.withoutSecrets.utf8.count == 1024 + "…".utf8.count)
        let token = try #require(URL(string: "http://a.example/x.mp4?token=\(password)"))
        #expect(token.withoutSecrets == "http://a.example/x.mp4?token=***")
    }
}
