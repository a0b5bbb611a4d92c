import Foundation

/// The address of an HTTP proxy. Descriptions contain no user name and password, so that they can be logged.
package struct ProxyAddress: Sendable, Hashable {
    /// The reason for which a text is not the address of a proxy.
    package enum Problem: Error, Sendable, Hashable {
        /// The text is no URL with a host.
        case malformed
        /// Proxies with this scheme are not supported.
        case unsupportedScheme(String)
    }

    /// The port of a proxy without one, as for curl.
    private static let defaultPort = 1080

    /// The name or address of the proxy, without brackets.
    package var host: String
    /// The port.
    package var port: Int
    /// The user name and password, separated by a colon (RFC 7617 §2), or `nil`.
    package var credentials: String?

    /// Creates an address from a URL such as `http://user:password@proxy.example:3128`. The scheme and the port are optional.
    package init(_ text: String) throws(Problem) {
        let text = text.trimmingCharacters(in: .whitespaces)
        let separator = "://"
        guard let components = URLComponents(string: text.contains(separator) ? text : "http\(separator)\(text)"),
            let host = components.host, !host.isEmpty, let scheme = components.scheme?.lowercased()
        else { throw .malformed }
        guard scheme == "http" else { throw .unsupportedScheme(scheme) }
        let port = components.port ?? Self.defaultPort
        guard UInt16(exactly: port).map({ $0 > 0 }) == true else { throw .malformed }
        self.host = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        self.port = port
        credentials = components.user.map { "\($0):\(components.password ?? "")" }
    }

    /// The host and port as the authority of a URL (RFC 3986 §3.2).
    var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// The encoded user name and password (RFC 7617 §2), or `nil`.
    var encodedCredentials: String? { credentials.map { Data($0.utf8).base64EncodedString() } }
}

extension ProxyAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "http://\(authority)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["address": description]) }
}
