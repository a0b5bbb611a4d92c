import NIOHTTP1

/// Reads the lines of a response's header fields and trailers, and refuses what violates HTTP: a value without I/O.
///
/// libcurl accepts contradicting lengths, interim responses and trailers without end.
struct ResponseReader {
    /// The maximum number of interim responses (RFC 9110 §15.2) before the final one.
    static let maximumInterimResponses = 32
    /// The maximum number of bytes of a response's header fields, including interim responses and trailers.
    static let maximumHeaderBytes = 1 << 20

    /// Whether the final head was read.
    private(set) var hasHead = false
    /// Whether anything was read.
    var hasBegun: Bool { headerBytes > 0 }
    private var head: HTTPResponseHead?
    private var fields: [(name: String, value: String)] = []
    private var interimResponses = 0
    private var headerBytes = 0

    /// Reads a line with its end, and returns the head when it is complete.
    mutating func read(_ line: UnsafeRawBufferPointer) throws(ResponseViolation) -> HTTPResponseHead? {
        headerBytes += line.count
        guard headerBytes <= Self.maximumHeaderBytes else {
            throw violation("The header fields are larger than \(Self.maximumHeaderBytes) bytes.")
        }
        let bytes = line.prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
        if hasHead {
            if bytes.starts(with: "HTTP/".utf8) { throw violation("A second head came within a response.") }
            return nil
        }
        guard head != nil else {
            if !bytes.isEmpty { head = try Self.statusLine(bytes) }
            return nil
        }
        guard bytes.isEmpty else {
            try readField(bytes)
            return nil
        }
        return try finish()
    }

    private mutating func finish() throws(ResponseViolation) -> HTTPResponseHead? {
        guard var head else { return nil }
        head.headers = HTTPHeaders(fields.map { ($0.name, $0.value) })
        fields = []
        let status = Int(head.status.code)
        // The client never requests another protocol (RFC 9110 §7.8).
        guard status != 101 else { throw violation("The server changes the protocol without being asked.") }
        guard status >= 200 else {
            interimResponses += 1
            guard interimResponses <= Self.maximumInterimResponses else {
                throw violation("More than \(Self.maximumInterimResponses) interim responses came before the final one.")
            }
            self.head = nil
            return nil
        }
        try checkLength(head)
        hasHead = true
        return head
    }

    /// RFC 9112 §6.3
    private func checkLength(_ head: HTTPResponseHead) throws(ResponseViolation) {
        let lengths = Set(head.headers[canonicalForm: "Content-Length"].map { String($0) })
        let codings = head.headers[canonicalForm: "Transfer-Encoding"].map { $0.lowercased() }
        guard lengths.count <= 1, lengths.allSatisfy({ Self.isNumber($0) && Int64($0) != nil }) else {
            throw violation("The response has no valid length.")
        }
        guard codings.isEmpty || codings == ["chunked"] && lengths.isEmpty else {
            throw violation("The response has a length and a coding that contradict each other.")
        }
    }

    private mutating func readField(_ bytes: Slice<UnsafeRawBufferPointer>) throws(ResponseViolation) {
        let whitespace: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: "\t")]
        if let first = bytes.first, whitespace.contains(first) {
            // A folded line (RFC 9112 §5.2) continues the last field.
            guard !fields.isEmpty else { throw violation(Self.fieldDetail) }
            fields[fields.count - 1].value += " \(Self.text(bytes))"
            return
        }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > bytes.startIndex,
            bytes[..<colon].allSatisfy(HeaderSyntax.isTokenByte)
        else { throw violation(Self.fieldDetail) }
        guard bytes[colon...].allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }) else {
            throw violation(Self.fieldDetail)
        }
        fields.append((String(decoding: bytes[..<colon], as: UTF8.self), Self.text(bytes[(colon + 1)...])))
    }

    private static let fieldDetail = "A header field is invalid."

    /// Parses `HTTP/1.1 200 OK`, `HTTP/2 200` or `ICY 200 OK`.
    private static func statusLine(_ bytes: Slice<UnsafeRawBufferPointer>) throws(ResponseViolation) -> HTTPResponseHead {
        let parts = bytes.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2 else { throw ResponseViolation(status: 0, detail: Self.statusDetail) }
        let code = parts[1]
        let version = String(decoding: parts[0], as: UTF8.self)
        let versions: [String: HTTPVersion] = [
            "HTTP/1.1": .http1_1, "HTTP/1.0": .http1_0, "ICY": .http1_0, "HTTP/2": .http2, "HTTP/3": .http3,
        ]
        let number = code.count <= 4 && code.allSatisfy(isDigit) ? Int(String(decoding: code, as: UTF8.self)) ?? 0 : 0
        guard let version = versions[version], code.count == 3, (100...599).contains(number) else {
            throw ResponseViolation(status: number, detail: statusDetail)
        }
        return HTTPResponseHead(version: version, status: HTTPResponseStatus(statusCode: number))
    }

    private static let statusDetail = "The status is not a number from 100 to 599."

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isNumber(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(isDigit) }

    /// Returns text without spaces around it.
    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var bytes = bytes.drop(while: isSpace)
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func violation(_ detail: String) -> ResponseViolation {
        ResponseViolation(status: head.map { Int($0.status.code) } ?? 0, detail: detail)
    }
}

/// A response that violates the rules of HTTP, and is refused before the client sees it.
struct ResponseViolation: Error, Hashable {
    /// The status of the response, or 0.
    var status: Int
    /// A sentence for users, without any data of the server.
    var detail: String
}
