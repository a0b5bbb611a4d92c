import Foundation

/// Decides about redirects (RFC 9110 §15.4): their number, their target, and whether credentials are sent.
struct RedirectTracker {
    /// The URL of the next request.
    private(set) var url: URL
    /// Whether only harmless header fields may be sent: true from the first URL outside of the credentials' origins, even if a later
    /// redirect leads back.
    private(set) var hasLeftOrigin: Bool
    /// Whether a redirect has left the origin of the first URL, even if a later one leads back.
    private(set) var hasLeftFirstOrigin = false
    private let first: URL
    private let binding: CredentialBinding
    private var visited: Set<String>
    private var count = 0
    private let limit: Int

    init(url: URL, limit: Int, binding: CredentialBinding = CredentialBinding()) {
        self.url = url
        self.limit = limit
        self.binding = binding
        first = url
        hasLeftOrigin = !binding.includes(url, own: url)
        visited = [url.absoluteString]
    }

    /// Follows a redirect if the status is one and has a target. With new cookies, the same URL may have another response.
    /// - Returns: Whether there is another request to send.
    mutating func follow(status: Int, location: String?, hasNewCookies: Bool = false) throws(Refusal) -> Bool {
        guard [301, 302, 303, 307, 308].contains(status), let location else { return false }
        // A user name and password in a server's redirect target are not sent.
        guard let target = URL(text: location, relativeTo: url)?.withoutUserInfo, let host = target.host(), !host.isEmpty else {
            throw Refusal(reason: .invalidResponse(status: status))
        }
        let from = url.scheme?.lowercased()
        let to = target.scheme?.lowercased()
        guard to == "https" || (to == "http" && from == "http") else { throw Refusal(reason: .redirectRefused(status: status)) }
        if hasNewCookies { visited = [] }
        count += 1
        guard count <= limit, visited.insert(target.absoluteString).inserted else {
            throw Refusal(reason: .redirectLoop(status: status))
        }
        if !binding.includes(target, own: first) { hasLeftOrigin = true }
        if !CredentialBinding.isSameOriginOrUpgrade(from: first, to: target) { hasLeftFirstOrigin = true }
        url = target
        return true
    }

    /// A refusal of a redirect.
    struct Refusal: Error {
        var reason: LoadError.Reason
    }
}
