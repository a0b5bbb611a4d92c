/// The parts of an absolute URL that relative paths need (RFC 3986 §3).
struct RelativeReference {
    /// The scheme and the authority, such as `https://example.com:8443`, without user name and password.
    let origin: String
    /// The host without the port.
    let host: String
    /// The path, with its leading slash.
    let path: Substring
    /// Whether the URL has a query, a user name or a password.
    let mayContainCredentials: Bool

    /// Reads an absolute URL; `nil` for another text.
    init?(_ url: String) {
        guard let separator = url.firstRange(of: "://"), separator.lowerBound > url.startIndex else { return nil }
        let rest = url[separator.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let server = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        guard !server.isEmpty else { return nil }
        let tail = rest[authority.endIndex...].prefix { $0 != "#" }
        let path = tail.prefix { $0 != "?" }
        origin = url[..<separator.upperBound].lowercased() + server.lowercased()
        let isAddress = server.hasPrefix("[")
        host = String(isAddress ? server.prefix { $0 != "]" } + "]" : server.prefix { $0 != ":" }).lowercased()
        self.path = path.isEmpty ? "/" : path
        mayContainCredentials = authority.contains("@") || path.endIndex < tail.endIndex
    }

    /// Returns the path relative to another URL; `nil` if it is on another server, or the URL may contain credentials.
    func path(relativeTo base: RelativeReference) -> String? {
        guard origin == base.origin, !mayContainCredentials else { return nil }
        let own = path.split(separator: "/", omittingEmptySubsequences: false)
        let other = base.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let common = zip(own.dropLast(), other).prefix { $0 == $1 }.count
        let up = Array(repeating: "..", count: other.count - common)
        let result = (up + own[common...].map(String.init)).joined(separator: "/")
        // A first part with a colon would be a scheme, and an empty one an absolute path.
        guard !result.isEmpty, !result.hasPrefix("/"), !(result.prefix { $0 != "/" }.contains(":")) else { return "./" + result }
        return result
    }

    /// Returns a URL without user name, password, query and fragment: credentials of requests are often in queries.
    static func reportable(_ url: String) -> String? {
        guard let parts = RelativeReference(url) else { return nil }
        return parts.origin + parts.path
    }
}
