import Testing

@testable import PlayheadTransport

@Suite("Header fields of responses")
struct ResponseReaderTests {
    /// Returns the head of a response, whose lines are separated by `\r\n`.
    private static func head(_ lines: String...) throws -> HTTPHead? {
        var reader = ResponseReader()
        var head: HTTPHead?
        for line in lines {
            let bytes = Array("\(line)\r\n".utf8)
            if let found = try bytes.withUnsafeBytes({ try reader.read($0) }) {
                head = HTTPHead(status: Int(found.status.code), fields: found.headers.map { "\($0.name)=\($0.value)" })
            }
        }
        return head
    }

    private struct HTTPHead: Equatable {
        var status: Int
        var fields: [String]
    }

    @Test("Interim responses are skipped, and folded lines continue a field")
    func valid() throws {
        #expect(
            try Self.head("HTTP/1.1 103 Early", "Link: a", "", "HTTP/1.1 200 OK", "A:  b ", " c", "", "T: trailer")
                == HTTPHead(status: 200, fields: ["A=b c"]))
        #expect(try Self.head("ICY 200 OK", "icy-name: x", "") == HTTPHead(status: 200, fields: ["icy-name=x"]))
        #expect(try Self.head("HTTP/2 404", "content-length: 5", "content-length: 5", "")?.status == 404)
    }

    @Test(
        "Invalid and contradicting heads are refused",
        arguments: [
            ["HTTP/1.1 099 X"], ["HTTP/1.1 600 X"], ["HTTP/1.1 20 X"], ["HTTP/1.1 abc X"], ["FTP 200"], ["HTTP/1.1 101 X", ""],
            ["HTTP/1.1 200 OK", "Content-Length: 1", "Content-Length: 2", ""], ["HTTP/1.1 200 OK", "Content-Length: -1", ""],
            ["HTTP/1.1 200 OK", "Content-Length: 99999999999999999999", ""],
            ["HTTP/1.1 200 OK", "Content-Length: 1", "Transfer-Encoding: chunked", ""],
            ["HTTP/1.1 200 OK", "Transfer-Encoding: gzip, chunked", ""],
            ["HTTP/1.1 200 OK", "A b: c"], ["HTTP/1.1 200 OK", "no colon"], ["HTTP/1.1 200 OK", " folded"],
            ["HTTP/1.1 200 OK", "A: \u{1}"],
            ["HTTP/1.1 200 OK", "", "HTTP/1.1 200 OK"],
        ])
    func violations(lines: [String]) {
        var reader = ResponseReader()
        #expect(throws: ResponseViolation.self) {
            for line in lines { _ = try Array("\(line)\r\n".utf8).withUnsafeBytes { try reader.read($0) } }
        }
    }

    @Test("Interim responses, header fields and trailers are limited")
    func limits() throws {
        var reader = ResponseReader()
        func read(_ line: String) throws { _ = try Array("\(line)\r\n".utf8).withUnsafeBytes { try reader.read($0) } }
        for _ in 0..<ResponseReader.maximumInterimResponses { for line in ["HTTP/1.1 103 X", ""] { try read(line) } }
        for line in ["HTTP/1.1 200 OK", ""] { try read(line) }
        let trailer = "T: " + String(repeating: "x", count: 10_000)
        #expect(throws: ResponseViolation.self) {
            for _ in 0...(ResponseReader.maximumHeaderBytes / 10_000) { try read(trailer) }
        }
    }
}
