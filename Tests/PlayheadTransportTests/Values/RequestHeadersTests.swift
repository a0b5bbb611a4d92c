import Foundation
import Testing

@testable import PlayheadTransport

@Suite("Header fields of requests")
struct RequestHeadersTests {
    private static func request(_ kind: LoadKind, _ headers: HeaderFields = [:], range: ByteRange? = nil) -> LoadRequest {
        LoadRequest(url: URL(filePath: "/"), kind: kind, headers: headers, byteRange: range)
    }

    @Test("The app's fields replace the default ones, but not those of the connection")
    func replaced() {
        let app: HeaderFields = [
            "user-agent": "Mine", "Accept": "a", "ACCEPT": "b", "Content-Length": "5", "Transfer-Encoding": "chunked",
            "Connection": "close",
            "Range": "bytes=7-",
        ]
        let fields = RequestHeaders.fields(
            for: Self.request(.media, app, range: ByteRange(offset: 1, length: 2)), userAgent: "Ours", withSecrets: true)
        #expect(fields["User-Agent"] == ["Mine"])
        #expect(fields["Accept"] == ["a", "b"])
        #expect(fields["Range"] == ["bytes=1-2"])
        for name in ["Content-Length", "Transfer-Encoding", "Connection"] { #expect(!fields.contains(name: name)) }
    }

    @Test("Only complete manifests and feeds may be compressed", arguments: LoadKind.allCases)
    func compression(kind: LoadKind) {
        let whole = RequestHeaders.fields(for: Self.request(kind), userAgent: "", withSecrets: true)
        #expect(whole["Accept-Encoding"] == [kind == .manifest || kind == .feed ? "gzip, deflate, br, zstd" : "identity"])
        let part = RequestHeaders.fields(for: Self.request(kind, range: ByteRange(offset: 0)), userAgent: "", withSecrets: true)
        #expect(part["Accept-Encoding"] == ["identity"])
    }

    @Test(
        "A cookie is sent to its domain and path, and everywhere without them",
        arguments: [
            ("https://media.example.com/a/b", ["all", "domain", "below", "path", "secure"]),
            ("http://example.com/a", ["all", "domain", "path"]),
            ("http://badexample.com/ab", ["all"]), ("http://media.example.com/", ["all", "domain", "below"]),
        ])
    func cookies(url: String, names: [String]) throws {
        let cookies = [
            RequestCookie(name: "all", value: "1"), RequestCookie(name: "domain", value: "1", domain: ".Example.com"),
            RequestCookie(name: "below", value: "1", domain: "media.example.com"), RequestCookie(name: "path", value: "1", path: "/a"),
            RequestCookie(name: "secure", value: "1", isSecure: true),
        ]
        let request = LoadRequest(url: try #require(URL(string: url)), kind: .manifest, cookies: cookies)
        let fields = RequestHeaders.fields(for: request, userAgent: "", withSecrets: true)
        #expect(
            fields["Cookie"] == [names.filter { $0 != "path" || url.contains("example.com/a") }.map { "\($0)=1" }.joined(separator: "; ")])
    }

    @Test("Neither a description nor a dump shows a value")
    func secrets() {
        let request = LoadRequest(
            url: URL(filePath: "/"), kind: .manifest, headers: ["Authorization": "hush"],
            cookies: [RequestCookie(name: "id", value: "hush")])
        var dumped = ""
        dump(request, to: &dumped)
        for text in ["\(request)", String(reflecting: request), dumped, "\(request.headers.fields)", "\(request.headers.fields[0])"] {
            #expect(!text.contains("hush"), "\(text)")
        }
    }
}
