/// Parses the target of a request into a path below the root of the origin.
enum RequestPath {
    /// Splits the target of a request into its decoded path, without the leading slash, and its query.
    ///
    /// The path is nil if it would leave the root (`..`, also encoded), contains a NUL, or is not valid percent-encoded UTF-8.
    static func parse(target: String) -> (path: String?, query: String?) {
        var rest = Substring(target)
        // The absolute form of a target (RFC 9112 §3.2.2), as a client sends it to a proxy.
        for scheme in ["http://", "https://"] where rest.lowercased().hasPrefix(scheme) {
            let afterAuthority = rest.dropFirst(scheme.count).drop { $0 != "/" && $0 != "?" }
            rest = afterAuthority
        }
        let pieces = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let query = pieces.count > 1 ? String(pieces[1]) : nil
        guard let decoded = percentDecoded(pieces.first ?? ""), !decoded.unicodeScalars.contains("\0") else { return (nil, query) }
        var components: [Substring] = []
        for component in decoded.split(separator: "/") {
            if component == ".." || component.contains("\\") { return (nil, query) }
            if component != "." { components.append(component) }
        }
        return (components.joined(separator: "/"), query)
    }

    /// Decodes percent-encoding (RFC 3986 §2.1); nil if an escape is malformed or the bytes are not valid UTF-8.
    static func percentDecoded(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var iterator = text.utf8.makeIterator()
        while let byte = iterator.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = iterator.next().flatMap(hexValue), let low = iterator.next().flatMap(hexValue) else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Percent-encodes a path, except its slashes (RFC 3986 §3.3).
    static func percentEncoded(_ path: some StringProtocol) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let kept = Set("/-._~!$&'()*+,;=:@".utf8)
        var bytes: [UInt8] = []
        for byte in path.utf8 {
            let isAlphanumeric =
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            if isAlphanumeric || kept.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
