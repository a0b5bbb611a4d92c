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
}
