/// A cookie that the app sends with a request (RFC 6265 §4.2).
public struct RequestCookie: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The value, as it goes on the wire.
    public var value: String

    /// Makes a cookie.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// Whether it can be written into a `Cookie` field without changing the meaning of what stands around it.
    var isValid: Bool {
        func isCookieOctet(_ byte: UInt8) -> Bool {
            byte > 0x20 && byte != 0x7F && byte != UInt8(ascii: ";") && byte != UInt8(ascii: ",")
        }
        return !name.isEmpty && name.utf8.allSatisfy { isCookieOctet($0) && $0 != UInt8(ascii: "=") }
            && value.utf8.allSatisfy { isCookieOctet($0) || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }
    }
}

extension RequestCookie: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name only: the value may be a secret.
    public var description: String { "RequestCookie(\(name))" }
    /// The same as ``description``.
    public var debugDescription: String { description }
}
