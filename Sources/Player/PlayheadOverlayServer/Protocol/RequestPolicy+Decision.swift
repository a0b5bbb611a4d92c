import NIOHTTP1

extension RequestPolicy {
    /// The path of the WebSocket.
    static let socketPath = "/playhead/socket"
    /// The maximum size of a request's target, in bytes.
    static let maximumTarget = 2048
    /// The maximum size of a field that the decision depends on, in bytes.
    static let maximumField = 512
    /// Fields that a request has at most once (RFC 9110 §5.3).
    private static let singleFields = ["host", "origin", "upgrade", "sec-websocket-key", "sec-websocket-version"]

    /// Decides about a request. The same request always leads to the same decision.
    func decision(on head: HTTPRequestHead) -> RequestDecision {
        if let status = Self.malformation(of: head) { return .refused(status) }
        let host = head.headers.first(name: "host")
        guard admits(host: host) else { return .refused(.misdirectedRequest) }
        guard head.uri.hasPrefix(Self.socketPath) else { return .file(target: head.uri) }
        let target = head.uri.split(separator: "?", maxSplits: 1)
        let token = target.dropFirst().first.flatMap { Self.value(of: "token", inQuery: $0) }
        let refusal = refusal(host: host, origin: head.headers.first(name: "origin"), token: token)
        guard target.first == Self.socketPath[...], refusal == nil else { return .refused(.forbidden) }
        return Self.isUpgrade(head) ? .socket : .refused(.badRequest)
    }

    /// The status of a request that is refused because of its form: only files and sockets are requested, without a body, and every field that
    /// matters occurs once.
    private static func malformation(of head: HTTPRequestHead) -> HTTPResponseStatus? {
        guard head.uri.hasPrefix("/") else { return .badRequest }
        guard head.method == .GET || head.method == .HEAD else { return .methodNotAllowed }
        guard head.uri.utf8.count <= maximumTarget else { return .uriTooLong }
        let fields = head.headers
        guard fields["transfer-encoding"].isEmpty, fields["content-length"].allSatisfy({ $0 == "0" }) else { return .badRequest }
        for name in singleFields {
            let values = fields[name]
            guard values.count <= 1 else { return .badRequest }
            guard values.allSatisfy({ $0.utf8.count <= maximumField }) else { return .requestHeaderFieldsTooLarge }
        }
        return fields["connection"].allSatisfy { $0.utf8.count <= maximumField } ? nil : .requestHeaderFieldsTooLarge
    }

    /// Whether a request asks for a WebSocket (RFC 6455 §4.2.1). NIO checks the key and the version.
    private static func isUpgrade(_ head: HTTPRequestHead) -> Bool {
        head.method == .GET && head.headers[canonicalForm: "connection"].contains { $0.lowercased() == "upgrade" }
            && head.headers[canonicalForm: "upgrade"].contains { $0.lowercased() == "websocket" }
    }

    /// The value of the first field of a name.
    private static func value(of name: String, inQuery query: Substring) -> String? {
        for field in query.split(separator: "&") {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts[0] == name[...] { return parts.count == 2 ? String(parts[1]) : nil }
        }
        return nil
    }
}

/// The decision about a request of a page.
enum RequestDecision: Sendable, Hashable {
    /// Answers with the file of the target.
    case file(target: String)
    /// Makes the connection a WebSocket.
    case socket
    /// Answers with this status.
    case refused(HTTPResponseStatus)
}
