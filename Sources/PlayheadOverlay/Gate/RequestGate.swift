/// Reads the first bytes of a page's connection, and lets one request through that no server can misread: for a file or a socket, without a body,
/// with the fields that are needed for that, in short lines (RFC 9112). Who reads it behind this gate begins and ends where the gate does.
package struct RequestGate: Sendable {
    /// What became of the bytes so far.
    package enum Outcome: Sendable, Hashable {
        case incomplete
        /// The request as it is passed on, with its empty line, and what came behind it.
        case admitted(request: [UInt8], rest: [UInt8])
        case refused(Refusal)
    }

    /// Why there is no request; the status of the answer (RFC 9110 §15.5).
    package enum Refusal: Int, Error, Sendable {
        case badRequest = 400
        case methodNotAllowed = 405
        case targetTooLong = 414
        case fieldsTooLarge = 431

        /// The whole answer.
        package var response: String {
            let body = "\(rawValue) \(phrase)\n"
            return "HTTP/1.1 \(rawValue) \(phrase)\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: \(body.utf8.count)\r\n"
                + (self == .methodNotAllowed ? "Allow: GET, HEAD\r\n" : "") + "Connection: close\r\n\r\n" + body
        }

        private var phrase: String {
            switch self {
            case .badRequest: "Bad Request"
            case .methodNotAllowed: "Method Not Allowed"
            case .targetTooLong: "URI Too Long"
            case .fieldsTooLarge: "Request Header Fields Too Large"
            }
        }
    }

    /// The largest request that is read.
    package static let maximumBytes = 16 * 1024
    /// The longest target, in bytes. FlyingFox (0.27) takes four times as long for a line of twice the length.
    package static let maximumTarget = 2048
    /// The longest field that is passed on, in bytes.
    package static let maximumField = 512
    /// The fields that are passed on: who is asked, who asks, and what makes a connection a WebSocket (RFC 6455 §4.2.1).
    private static let passedFields: Set = ["host", "origin", "connection", "upgrade", "sec-websocket-key", "sec-websocket-version"]
    private static let (tab, lineFeed, carriageReturn) = (UInt8(0x09), UInt8(0x0A), UInt8(0x0D))

    private var bytes: [UInt8] = []
    private var scanned = 0
    /// How much of the two line ends that end a request was just read.
    private var endsRead = 0

    package init() {}

    /// Takes what came. Called again only after `incomplete`.
    package mutating func take(_ new: [UInt8]) -> Outcome {
        bytes += new
        while scanned < bytes.count {
            guard scanned < Self.maximumBytes else { return .refused(.fieldsTooLarge) }
            guard let read = lineEnds(after: bytes[scanned]) else { return .refused(.badRequest) }
            scanned += 1
            endsRead = read
            if endsRead == 4 { return judge() }
        }
        return .incomplete
    }

    /// Both bytes of a line's end come together, and nothing but printable ASCII in between; `nil` if not so.
    private func lineEnds(after byte: UInt8) -> Int? {
        switch byte {
        case Self.lineFeed: endsRead % 2 == 1 ? endsRead + 1 : nil
        case _ where endsRead % 2 == 1: nil
        case Self.carriageReturn: endsRead + 1
        case Self.tab, 0x20...0x7E: 0
        default: nil
        }
    }

    private func judge() -> Outcome {
        let lines = String(decoding: bytes[..<(scanned - 4)], as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        if let refusal = Self.refusal(ofLine: lines[0]) { return .refused(refusal) }
        switch Self.passed(lines.dropFirst()) {
        case .failure(let refusal): return .refused(refusal)
        case .success(let fields):
            let request = ([lines[0]] + fields + ["", ""]).joined(separator: "\r\n")
            return .admitted(request: Array(request.utf8), rest: Array(bytes[scanned...]))
        }
    }

    private static func refusal(ofLine line: Substring) -> Refusal? {
        let parts = line.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1].hasPrefix("/"), parts[2] == "HTTP/1.1" || parts[2] == "HTTP/1.0" else { return .badRequest }
        guard parts[0] == "GET" || parts[0] == "HEAD" else { return .methodNotAllowed }
        return parts[1].utf8.count > maximumTarget ? .targetTooLong : nil
    }

    /// The fields that are passed on. None goes on in the next line (RFC 9112 §5.2), none announces a body (§6), and each is there once (RFC 9110
    /// §5.3), but for those of the connection.
    private static func passed(_ lines: some Sequence<Substring>) -> Result<[Substring], Refusal> {
        var passed: [Substring] = []
        var names: Set<String> = []
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), colon > line.startIndex, line[..<colon].utf8.allSatisfy(isNameByte) else {
                return .failure(.badRequest)
            }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            let name = line[..<colon].lowercased()
            if name == "transfer-encoding" || name == "content-length" && value != "0" { return .failure(.badRequest) }
            guard passedFields.contains(name) else { continue }
            guard names.insert(name).inserted || name == "connection" else { return .failure(.badRequest) }
            guard line.utf8.count <= maximumField else { return .failure(.fieldsTooLarge) }
            passed.append(line)
        }
        return .success(passed)
    }

    /// A byte of a `token` (RFC 9110 §5.6.2).
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
