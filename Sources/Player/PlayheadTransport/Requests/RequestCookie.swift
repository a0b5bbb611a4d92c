import Foundation

/// A cookie that the app sends with a request (RFC 6265 §4.2).
public struct RequestCookie: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The encoded value.
    public var value: String

    /// The host to which the cookie is sent, including its subdomains; `nil`, the default, for every host of the item's requests.
    public var domain: String?
    /// The path to which the cookie is sent, including its subpaths; `nil`, the default, for every path.
    public var path: String?
    /// Whether the cookie is sent over https only. False by default.
    public var isSecure: Bool

    /// Creates a cookie.
    public init(name: String, value: String, domain: String? = nil, path: String? = nil, isSecure: Bool = false) {
        self.name = name
        self.value = value
        self.domain = domain
        self.path = path
        self.isSecure = isSecure
    }

    /// Returns whether the cookie matches `url` (RFC 6265 §5.1.3 and §5.1.4).
    func matches(_ url: URL) -> Bool {
        if isSecure, url.scheme?.lowercased() != "https" { return false }
        if let domain {
            guard Self.matches(host: url.host()?.lowercased() ?? "", domain: String(domain.lowercased().drop { $0 == "." })) else {
                return false
            }
        }
        guard let path, path.hasPrefix("/") else { return true }
        return Self.matches(path: url.path(percentEncoded: true), path)
    }

    /// Returns whether a host is that of a domain or one of its subdomains, both in lower case (RFC 6265 §5.1.3).
    static func matches(host: String, domain: String) -> Bool {
        host == domain || host.hasSuffix(".\(domain)") && isName(host)
    }

    /// Whether a host is a name and not an address.
    static func isName(_ host: String) -> Bool { !host.contains(":") && !host.allSatisfy { $0.isNumber || $0 == "." } }

    /// Returns whether a path is that of a cookie or below it (RFC 6265 §5.1.4).
    static func matches(path: String, _ cookie: String) -> Bool {
        path == cookie || path.hasPrefix(cookie.hasSuffix("/") ? cookie : cookie + "/")
    }

    /// The pair in a `Cookie` field.
    var pair: String { name.isEmpty ? value : "\(name)=\(value)" }

    /// Whether the cookie can be written into a `Cookie` field without changing the meaning of the other cookies.
    var isValid: Bool {
        func isCookieOctet(_ byte: UInt8) -> Bool {
            byte > 0x20 && byte != 0x7F && byte != UInt8(ascii: ";") && byte != UInt8(ascii: ",")
        }
        return !name.isEmpty && name.utf8.allSatisfy { isCookieOctet($0) && $0 != UInt8(ascii: "=") }
            && value.utf8.allSatisfy { isCookieOctet($0) || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }
    }
}

extension RequestCookie: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name only, because the value may be a secret.
    public var description: String { "RequestCookie(\(name))" }
    /// The same as ``description``.
    public var debugDescription: String { description }
}

extension RequestCookie: CustomReflectable {
    /// The name only, as in ``description``.
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
