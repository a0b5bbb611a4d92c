/// A response to send.
struct ServerReply: Sendable {
    var status = 200
    var headers: [(String, String)] = []
    var body: [UInt8] = []
    /// Whether `Content-Length` is added.
    var announcesLength = true

    static func text(_ text: String, status: Int = 200, headers: [(String, String)] = []) -> Self {
        Self(status: status, headers: headers, body: Array(text.utf8))
    }

    static func redirect(to location: String, status: Int = 302) -> Self {
        Self(status: status, headers: [("Location", location)])
    }

    /// Serves `resource` with support for ranges.
    static func part(of resource: [UInt8], for request: ServerRequest) -> Self {
        guard let range = request["Range"], range.hasPrefix("bytes=") else {
            return Self(headers: [("Accept-Ranges", "bytes")], body: resource)
        }
        let bounds = range.dropFirst("bytes=".count).split(separator: "-").compactMap { Int($0) }
        guard let first = bounds.first, first < resource.count else {
            return Self(status: 416, headers: [("Content-Range", "bytes */\(resource.count)")])
        }
        let last = bounds.count > 1 ? min(bounds[1], resource.count - 1) : resource.count - 1
        return Self(
            status: 206, headers: [("Content-Range", "bytes \(first)-\(last)/\(resource.count)")], body: Array(resource[first...last]))
    }

    var wire: [UInt8] {
        var head = "HTTP/1.1 \(status) Status\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if announcesLength { head += "Content-Length: \(body.count)\r\n" }
        return Array((head + "\r\n").utf8) + body
    }
}
