import Foundation
import NIOHTTP1

/// Puts the header fields of a request together.
enum RequestHeaders {
    /// Fields of the app that go to another origin after a redirect. All others may hold a secret under any name.
    private static let harmless: Set<String> = [
        "accept", "accept-language", "accept-encoding", "user-agent", "cache-control", "pragma", "dnt",
    ]

    /// Fields that belong to the connection or the framing, which are not the app's to set (RFC 9110 §7.6.1).
    private static let reserved: Set<String> = [
        "connection", "content-length", "transfer-encoding", "te", "trailer", "upgrade", "keep-alive", "proxy-connection", "range",
    ]

    /// The fields for one request.
    /// - Parameters:
    ///   - request: What is asked for.
    ///   - userAgent: Sent unless the app gives its own.
    ///   - withSecrets: Whether the app's own fields, cookies and the URL's credentials go along.
    static func fields(for request: LoadRequest, userAgent: String, withSecrets: Bool) -> HTTPHeaders {
        var headers = HTTPHeaders()
        headers.add(name: "User-Agent", value: userAgent)
        headers.add(name: "Accept", value: "*/*")
        // Media is compressed already, and a range of a compressed answer is no range of the media.
        let isCompressible = (request.kind == .manifest || request.kind == .feed) && request.byteRange == nil
        headers.add(name: "Accept-Encoding", value: isCompressible ? "gzip, deflate" : "identity")
        if withSecrets, let user = request.url.user(percentEncoded: false) {
            let credentials = "\(user):\(request.url.password(percentEncoded: false) ?? "")"
            headers.add(name: "Authorization", value: "Basic \(Data(credentials.utf8).base64EncodedString())")
        }
        var replaced: Set<String> = []
        for field in request.headers.fields {
            let name = field.name.lowercased()
            guard !reserved.contains(name), withSecrets || harmless.contains(name) else { continue }
            if replaced.insert(name).inserted { headers.remove(name: name) }
            headers.add(name: field.name, value: field.value)
        }
        let cookies = withSecrets ? request.cookies.filter { $0.matches(request.url) } : []
        if !cookies.isEmpty { headers.add(name: "Cookie", value: cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")) }
        if let range = request.byteRange {
            headers.add(name: "Range", value: range.fieldValue)
        }
        return headers
    }
}
