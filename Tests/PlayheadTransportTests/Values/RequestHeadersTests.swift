import Foundation
import Testing

@testable import PlayheadTransport

@Suite("Header fields of requests")
struct RequestHeadersTests {
    private static func request(_ kind: LoadKind, _ headers: HeaderFields = [:], range: ByteRange? = nil) -> LoadRequest {
        LoadRequest(url: URL(filePath: "/"), kind: kind, headers: headers, byteRange: range)
    }

    @Test("The app's fields take the place of our own, but not of those of the connection")
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

    @Test("Only a whole manifest may come compressed", arguments: LoadKind.allCases)
    func compression(kind: LoadKind) {
        let whole = RequestHeaders.fields(for: Self.request(kind), userAgent: "", withSecrets: true)
        #expect(whole["Accept-Encoding"] == [kind == .manifest ? "gzip, deflate" : "identity"])
        let part = RequestHeaders.fields(for: Self.request(kind, range: ByteRange(offset: 0)), userAgent: "", withSecrets: true)
        #expect(part["Accept-Encoding"] == ["identity"])
    }
}
