import Foundation

/// Decides about redirects (RFC 9110 §15.4): how many, where to, and whether secrets may go along.
struct RedirectTracker {
    /// Where the next request goes.
    private(set) var url: URL
    /// Whether only harmless header fields may be sent: true from the first step to another origin on, even if a later one leads back.
    private(set) var hasLeftOrigin = false
    private var visited: Set<String>
    private let limit: Int

    init(url: URL, limit: Int) {
        self.url = url
        self.limit = limit
        visited = [url.absoluteString]
    }

    /// Takes one step when the status is a redirect with a target.
    /// - Returns: Whether there is a next request to send.
    mutating func follow(status: Int, location: String?) throws(Refusal) -> Bool {
        guard [301, 302, 303, 307, 308].contains(status), let location else { return false }
        // A user name and password that a server puts into a target are not sent.
        guard let target = URL(string: location, relativeTo: url)?.withoutUserInfo, let host = target.host(), !host.isEmpty else {
            throw Refusal(reason: .invalidResponse(status: status))
        }
        let from = url.scheme?.lowercased()
        let to = target.scheme?.lowercased()
        guard to == "https" || (to == "http" && from == "http") else { throw Refusal(reason: .redirectRefused(status: status)) }
        guard visited.count <= limit, visited.insert(target.absoluteString).inserted else {
            throw Refusal(reason: .redirectLoop(status: status))
        }
        if !Self.isSameOriginOrUpgrade(from: url, to: target) { hasLeftOrigin = true }
        url = target
        return true
    }

    /// Why a redirect was not followed.
    struct Refusal: Error {
        var reason: LoadError.Reason
    }

    /// The same scheme, host and port, or the same host from http to https, both on their default ports.
    static func isSameOriginOrUpgrade(from: URL, to: URL) -> Bool {
        guard from.host()?.lowercased() == to.host()?.lowercased() else { return false }
        let fromScheme = from.scheme?.lowercased()
        let toScheme = to.scheme?.lowercased()
        if fromScheme == toScheme { return port(of: from) == port(of: to) }
        return fromScheme == "http" && toScheme == "https" && port(of: from) == 80 && port(of: to) == 443
    }

    private static func port(of url: URL) -> Int {
        url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
    }
}
