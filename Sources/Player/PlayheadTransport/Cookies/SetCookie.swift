import Foundation

/// A `Set-Cookie` field (RFC 6265 §5.2, with the limits of RFC 6265bis §5.6).
struct SetCookie: Hashable {
    /// The maximum number of bytes of the name and the value together.
    static let maximumSize = 4096
    private static let maximumAttributeSize = 1024

    /// The name; empty for a field without one.
    var name: String
    var value: String
    /// The host of `Domain` in lower case; `nil` without one.
    var domain: String?
    /// The value of `Path`; `nil` without one, or if it is relative.
    var path: String?
    /// The value of `Max-Age`, in seconds.
    var maximumAge: Double?
    /// The value of `Expires`, in seconds since 1970.
    var expires: Double?
    var isSecure = false

    /// Parses the value of a field; `nil` if the field is to be ignored.
    init?(_ field: String) {
        guard field.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return nil }
        var parts = field.split(separator: ";", omittingEmptySubsequences: false)[...]
        let pair = Self.pair(parts.removeFirst())
        (name, value) = pair.value.map { (pair.name, $0) } ?? ("", pair.name)
        guard !name.isEmpty || !value.isEmpty, name.utf8.count + value.utf8.count <= Self.maximumSize else { return nil }
        for part in parts {
            let (attribute, text) = Self.pair(part)
            take(attribute.lowercased(), text ?? "")
        }
    }

    private mutating func take(_ attribute: String, _ text: String) {
        guard text.utf8.count <= Self.maximumAttributeSize else { return }
        switch attribute {
        case "domain": domain = (text.hasPrefix(".") ? String(text.dropFirst()) : text).lowercased()
        case "path": path = text.hasPrefix("/") ? text : nil
        case "max-age":
            let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
            guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return }
            maximumAge = Double(text)
        case "expires": expires = CookieDate.seconds(text) ?? expires
        case "secure": isSecure = true
        default: break
        }
    }

    /// Returns the trimmed parts before and after the first equals sign; no value without one.
    private static func pair(_ text: Substring) -> (name: String, value: String?) {
        let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        func trimmed(_ part: Substring) -> String { part.trimmingCharacters(in: .whitespaces) }
        return (trimmed(halves.first ?? ""), halves.count > 1 ? trimmed(halves[1]) : nil)
    }
}
