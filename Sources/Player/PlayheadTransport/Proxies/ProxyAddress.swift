import Foundation

/// The address of a proxy. Descriptions contain no user name and password, so that they can be logged.
package struct ProxyAddress: Sendable, Hashable {
    /// The reason for which a text is not the address of a proxy.
    package enum Problem: Error, Sendable, Hashable {
        /// The text is no URL with a host.
        case malformed
        /// Proxies with this scheme are not supported.
        case unsupportedScheme(String)
    }

    /// The protocol of a proxy.
    package enum Scheme: String, Sendable, Hashable {
        /// HTTP: forwards requests over `http`, and opens tunnels for `https`.
        case http
        /// HTTP over TLS.
        case https
        /// SOCKS 4, whose names are looked up by the client or by the proxy.
        case socks4, socks4a
        /// SOCKS 5 (RFC 1928), whose names are looked up by the client or by the proxy.
        case socks5, socks5h
    }

    /// The port of a proxy without one, as for curl.
    private static let defaultPort = 1080
    private static let securePort = 443

    /// The protocol.
    package var scheme: Scheme
    /// The name or address of the proxy, without brackets.
    package var host: String
    /// The port.
    package var port: Int
    /// The user name and password, separated by a colon, or `nil`.
    package var credentials: String?

    /// Creates an address from a URL such as `http://user:password@proxy.example:3128`. The scheme and the port are optional.
    package init(_ text: String) throws(Problem) {
        let text = text.trimmingCharacters(in: .whitespaces)
        let separator = "://"
        guard let components = URLComponents(string: text.contains(separator) ? text : "http\(separator)\(text)"),
            let host = components.host, !host.isEmpty, let scheme = components.scheme?.lowercased()
        else { throw .malformed }
        // As for curl, the name of the newest version is enough.
        guard let scheme = Scheme(rawValue: scheme == "socks" ? "socks5" : scheme) else { throw .unsupportedScheme(scheme) }
        // A port that is too large for a number is no port of the components.
        if components.port == nil, Self.hasPortDigits(text) { throw .malformed }
        let port = components.port ?? (scheme == .https ? Self.securePort : Self.defaultPort)
        guard UInt16(exactly: port).map({ $0 > 0 }) == true else { throw .malformed }
        self.scheme = scheme
        self.host = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        self.port = port
        credentials = components.user.map { "\($0):\(components.password ?? "")" }
    }

    /// Whether the authority of a URL, with or without a scheme, has digits after its last colon (RFC 3986 §3.2.3).
    private static func hasPortDigits(_ text: String) -> Bool {
        let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        var authority = text[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
        if let bracket = authority.lastIndex(of: "]") { authority = authority[bracket...] }
        guard let colon = authority.lastIndex(of: ":") else { return false }
        return authority[authority.index(after: colon)...].contains { $0.isNumber }
    }

    /// The host and port as the authority of a URL (RFC 3986 §3.2).
    var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

}

extension ProxyAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "\(scheme.rawValue)://\(authority)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["address": description]) }
}
