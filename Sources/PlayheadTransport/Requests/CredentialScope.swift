import Foundation

/// The origins that header fields, cookies and the user name and password of a URL are sent to.
///
/// An origin is a scheme, a host and a port (RFC 6454). The same host over `https` counts as the origin if the URL is `http`, both on their
/// default ports. Cookies with a domain follow their domain instead.
public enum CredentialScope: Sendable, Hashable {
    /// The origin of the URL that they were given with, and no other.
    case origin
    /// That origin, and those of these URLs.
    case origins([URL])
    /// Every server that a request goes to. Whoever writes a playlist can then read them.
    case everywhere
}

/// What a request's credentials were given for, and where else they may be sent.
public struct CredentialBinding: Sendable, Hashable {
    /// The URL that they were given with, or `nil` if it is the request's own.
    public var home: URL?
    /// Where they are sent.
    public var scope: CredentialScope

    /// Makes a binding.
    /// - Parameters:
    ///   - home: The URL that they were given with; `nil`, the default, is the request's own.
    ///   - scope: Where they are sent; by default to the origin of `home`.
    public init(home: URL? = nil, scope: CredentialScope = .origin) {
        self.home = home
        self.scope = scope
    }

    /// Whether credentials may be sent to `url` by a request for `own`.
    func includes(_ url: URL, own: URL) -> Bool {
        if Self.isSameOriginOrUpgrade(from: home ?? own, to: url) { return true }
        switch scope {
        case .origin: return false
        case .origins(let further): return further.contains { Self.isSameOriginOrUpgrade(from: $0, to: url) }
        case .everywhere: return true
        }
    }

    /// Whether both have the same scheme, host and port, or the same host from http to https, both on their default ports.
    static func isSameOriginOrUpgrade(from: URL, to: URL) -> Bool {
        guard let host = from.host()?.lowercased(), host == to.host()?.lowercased() else { return false }
        let fromScheme = from.scheme?.lowercased()
        let toScheme = to.scheme?.lowercased()
        if fromScheme == toScheme { return port(of: from) == port(of: to) }
        return fromScheme == "http" && toScheme == "https" && port(of: from) == 80 && port(of: to) == 443
    }

    private static func port(of url: URL) -> Int {
        url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
    }
}
