import Foundation
import NIOHTTP1

/// Builds the header fields of a request.
enum RequestHeaders {
    /// The app's fields that are sent to another origin after a redirect. Any other field may contain a secret.
    private static let harmless: Set<String> = [
        "accept", "accept-language", "accept-encoding", "user-agent", "cache-control", "pragma", "dnt", "icy-metadata",
    ]

    /// The fields that belong to the connection or the framing and that the app may not set (RFC 9110 §7.6.1).
    private static let reserved: Set<String> = [
        "connection", "content-length", "transfer-encoding", "te", "trailer", "upgrade", "keep-alive", "proxy-connection", "range",
    ]

    /// Returns the fields for a request.
    /// - Parameters:
    ///   - request: The request.
    ///   - url: The URL to which it is sent; `nil` for the request's own.
    ///   - userAgent: The user agent if the app sets none.
    ///   - withSecrets: Whether the app's own fields and cookies without a domain are sent.
    ///   - withUserInfo: Whether the user name and password of the request's own URL are sent.
    ///   - stored: The cookies that the server has set. The app's own of the same name replace them.
    /// - Returns: The fields to send to the URL.
    static func fields(
        for request: LoadRequest, at url: URL? = nil, userAgent: String, withSecrets: Bool, withUserInfo: Bool = true,
        stored: [RequestCookie] = []
    ) -> HTTPHeaders {
        var headers = HTTPHeaders()
        headers.add(name: "User-Agent", value: userAgent)
        headers.add(name: "Accept", value: "*/*")
        // Media is compressed already, and a range of a compressed response is not a range of the media.
        let isCompressible = (request.kind == .manifest || request.kind == .feed) && request.byteRange == nil
        headers.add(name: "Accept-Encoding", value: isCompressible ? ContentCoding.accepted : "identity")
        if let credentials = credentials(for: request, withSecrets: withSecrets, withUserInfo: withUserInfo) {
            headers.add(name: "Authorization", value: "Basic \(Data(credentials.utf8).base64EncodedString())")
        }
        var replaced: Set<String> = []
        for field in request.headers.fields {
            let name = field.name.lowercased()
            guard !reserved.contains(name), withSecrets || harmless.contains(name) else { continue }
            if replaced.insert(name).inserted { headers.remove(name: name) }
            headers.add(name: field.name, value: field.value)
        }
        let address = url ?? request.url
        let own = request.cookies.filter { (withSecrets || $0.domain != nil) && $0.matches(address) }
        // A request has one field (RFC 6265 §5.4).
        let cookies = pairs(own, headers["Cookie"], stored)
        if !cookies.isEmpty { headers.replaceOrAdd(name: "Cookie", value: cookies.joined(separator: "; ")) }
        for field in request.clientData?.headers.fields ?? [] { headers.add(name: field.name, value: field.value) }
        if let type = request.content?.type { headers.replaceOrAdd(name: "Content-Type", value: type) }
        if let range = request.byteRange {
            headers.add(name: "Range", value: range.fieldValue)
        }
        return headers
    }

    /// Returns the pairs of the `Cookie` field: the app's cookies and fields, and what servers have set.
    private static func pairs(_ own: [RequestCookie], _ fields: [String], _ stored: [RequestCookie]) -> [String] {
        let written = fields.flatMap { $0.split(separator: ";") }.map { $0.trimmingCharacters(in: .whitespaces) }
        let pairs = written.filter { !$0.isEmpty } + own.map(\.pair)
        let names = Set(pairs.map { $0.prefix { $0 != "=" } })
        return stored.filter { !names.contains($0.name[...]) }.map(\.pair) + pairs
    }

    /// Returns the user name and password, separated by a colon (RFC 7617 §2), of the request's own URL, or of the URL with which its
    /// credentials were given.
    private static func credentials(for request: LoadRequest, withSecrets: Bool, withUserInfo: Bool) -> String? {
        let own = withUserInfo ? request.url : nil
        let home = withSecrets ? request.binding.home : nil
        guard let url = [own, home].compactMap(\.self).first(where: { $0.user != nil }), let user = url.user(percentEncoded: false)
        else { return nil }
        return "\(user):\(url.password(percentEncoded: false) ?? "")"
    }
}
