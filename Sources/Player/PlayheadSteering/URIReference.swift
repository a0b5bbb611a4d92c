import Foundation

/// Resolution of references as in RFC 3986 §5, on text, so that URIs of the playlist reach the origin unchanged.
package enum URIReference {
    /// Returns the absolute URI of a reference.
    /// - Parameters:
    ///   - reference: A relative or absolute URI, as written.
    ///   - base: The absolute URI of the document that contains the reference.
    /// - Returns: The absolute URI; the reference itself without a base.
    package static func resolve(_ reference: String, against base: String?) -> String {
        guard let base else { return reference }
        let target = Components(reference)
        if target.scheme != nil { return reference }
        let origin = Components(base)
        var result = Components("")
        result.scheme = origin.scheme
        result.fragment = target.fragment
        if target.authority != nil {
            result.authority = target.authority
            result.path = removingDotSegments(target.path)
            result.query = target.query
        } else {
            result.authority = origin.authority
            if target.path.isEmpty {
                result.path = origin.path
                result.query = target.query ?? origin.query
            } else {
                result.query = target.query
                result.path = removingDotSegments(target.path.hasPrefix("/") ? target.path : merge(target.path, into: origin))
            }
        }
        return result.text
    }

    /// Merges paths (RFC 3986 §5.2.3).
    private static func merge(_ path: String, into base: Components) -> String {
        if base.authority != nil && base.path.isEmpty { return "/" + path }
        guard let slash = base.path.lastIndex(of: "/") else { return path }
        return base.path[...slash] + path
    }

    /// Removes dot segments (RFC 3986 §5.2.4), by segment instead of by character.
    static func removingDotSegments(_ path: String) -> String {
        guard path.utf8.contains(UInt8(ascii: ".")) else { return path }
        let isAbsolute = path.hasPrefix("/")
        var kept: [Substring] = []
        var segments = path.split(separator: "/", omittingEmptySubsequences: false)
        if isAbsolute { segments.removeFirst() }
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".":
                if isLast { kept.append("") }
            case "..":
                if !kept.isEmpty { kept.removeLast() }
                if isLast { kept.append("") }
            default:
                kept.append(segment)
            }
        }
        return (isAbsolute ? "/" : "") + kept.joined(separator: "/")
    }

    /// Returns the value of a query parameter of a URI, percent-decoded; nil if the parameter is absent or has no value.
    package static func queryParameter(_ name: String, of uri: String?) -> String? {
        guard let query = uri.flatMap({ Components($0).query }) else { return nil }
        for pair in query.split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, percentDecoded(sides[0]) == name else { continue }
            return percentDecoded(sides[1])
        }
        return nil
    }

    /// Returns a URI with `items` at the end of its query, without the existing items whose names satisfy `isReplaced`.
    package static func setting(_ items: [(name: String, value: String)], in uri: String, replacing isReplaced: (Substring) -> Bool)
        -> String
    {
        var components = Components(uri)
        var query = (components.query ?? "").split(separator: "&", omittingEmptySubsequences: false).filter { item in
            !isReplaced(item.prefix { $0 != "=" })
        }.map(String.init)
        if query == [""] { query = [] }
        query += items.map { $0.name + "=" + $0.value }
        components.query = query.isEmpty ? (components.query?.isEmpty == true ? "" : nil) : query.joined(separator: "&")
        return components.text
    }

    /// Returns a URI with another host; user and port are kept unless the host has a port.
    package static func setting(host: String, in uri: String) -> String {
        var components = Components(uri)
        guard let authority = components.authority else { return uri }
        let user = authority.lastIndex(of: "@").map { String(authority[...$0]) } ?? ""
        let rest = authority.dropFirst(user.count)
        // The colons of an IPv6 address are in brackets.
        let port = rest.lastIndex(of: ":").flatMap { rest[$0...].contains("]") ? nil : String(rest[$0...]) } ?? ""
        let hasPort = host.lastIndex(of: ":").map { !host[$0...].contains("]") } ?? false
        components.authority = user + host + (hasPort ? "" : port)
        return components.text
    }

    /// Returns user, host and port of a URI; nil without them.
    package static func authority(of uri: String) -> String? { Components(uri).authority }

    /// Returns a text encoded for a query item: everything except unreserved characters (RFC 3986 §2.3).
    package static func queryEncoded(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "" }

    private static let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    private static func percentDecoded(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = hexDigit(bytes[index + 1]),
                let low = hexDigit(bytes[index + 2])
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    /// The five components of RFC 3986 §3, parsed with the expression of its appendix B.
    private struct Components {
        var scheme: String?
        var authority: String?
        var path = ""
        var query: String?
        var fragment: String?

        init(_ text: String) {
            var rest = Substring(text)
            if let hash = rest.firstIndex(of: "#") {
                fragment = String(rest[rest.index(after: hash)...])
                rest = rest[..<hash]
            }
            if let mark = rest.firstIndex(of: "?") {
                query = String(rest[rest.index(after: mark)...])
                rest = rest[..<mark]
            }
            if let colon = rest.firstIndex(of: ":"), Components.isScheme(rest[..<colon]) {
                scheme = String(rest[..<colon])
                rest = rest[rest.index(after: colon)...]
            }
            if rest.hasPrefix("//") {
                rest = rest.dropFirst(2)
                let end = rest.firstIndex(of: "/") ?? rest.endIndex
                authority = String(rest[..<end])
                rest = rest[end...]
            }
            path = String(rest)
        }

        var text: String {
            var text = ""
            if let scheme { text += scheme + ":" }
            if let authority { text += "//" + authority }
            text += path
            if let query { text += "?" + query }
            if let fragment { text += "#" + fragment }
            return text
        }

        private static func isScheme(_ text: Substring) -> Bool {
            guard let first = text.utf8.first, isLetter(first) else { return false }
            return text.utf8.allSatisfy { isLetter($0) || (48...57).contains($0) || $0 == 43 || $0 == 45 || $0 == 46 }
        }

        private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }
    }
}

/// Returns the value of a hexadecimal digit.
package func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}
