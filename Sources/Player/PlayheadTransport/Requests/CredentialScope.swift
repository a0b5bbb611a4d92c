import Foundation

/// The origins to which header fields, cookies and the user name and password of a URL are sent.
///
/// An origin is a scheme, a host and a port (RFC 6454). The same host over `https` is included for an `http` URL, if both use their default
/// ports. Cookies with a domain follow their domain instead.
public enum CredentialScope: Sendable, Hashable {
    /// The origin of the URL with which the credentials were given.
    case origin
    /// The origin of that URL, and the origins of these URLs.
    case origins([URL])
    /// Every server of a request. The author of a playlist can then read the credentials.
    case everywhere
}

/// The URL for which a request's credentials were given, and the origins to which they may be sent.
public struct CredentialBinding: Sendable, Hashable {
    /// The URL with which the credentials were given; `nil` for the request's own.
    public var home: URL?
    /// The origins to which the credentials are sent.
    public var scope: CredentialScope

    /// Creates a binding.
    /// - Parameters:
    ///   - home: The URL with which the credentials were given; `nil`, the default, for the request's own.
    ///   - scope: The origins; by default that of `home`.
    public init(home: URL? = nil, scope: CredentialScope = .origin) {
        self.home = home
        self.scope = scope
    }

    /// Returns whether credentials may be sent to `url` by a request for `own`.
    func includes(_ url: URL, own: URL) -> Bool {
        if Self.isSameOriginOrUpgrade(from: home ?? own, to: url) { return true }
        switch scope {
        case .origin: return false
        case .origins(let further): return further.contains { Self.isSameOriginOrUpgrade(from: $0, to: url) }
        case .everywhere: return true
        }
    }

    /// Returns whether both URLs have the same scheme, host and port, or the same host from http to https with default ports.
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
