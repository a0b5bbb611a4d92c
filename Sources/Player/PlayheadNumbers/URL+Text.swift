import Foundation

extension URL {
    /// Creates a URL from a text of a document, a header or a user, which may be relative to `base`; `nil` if it is invalid.
    ///
    /// Only characters that URLs do not have are escaped (RFC 3986 §2), as browsers do: Foundation would escape the escapes beside them again.
    package init?(text: String, relativeTo base: URL? = nil) {
        // Foundation converts international host names.
        let path = Self.path(of: text)
        self.init(string: text[..<path] + Self.escaped(text[path...]), relativeTo: base)
    }

    /// Returns the start of the path, behind the authority if there is one.
    private static func path(of text: String) -> String.Index {
        guard let slashes = text.range(of: "//") else { return text.startIndex }
        let scheme = text[..<slashes.lowerBound]
        let isScheme =
            scheme.last == ":" && scheme.dropLast().allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        guard scheme.isEmpty || isScheme else { return text.startIndex }
        return text[slashes.upperBound...].firstIndex { "/?#".contains($0) } ?? text.endIndex
    }

    /// Returns a path, query and fragment in which all characters that are not allowed are escaped, and valid escapes are kept.
    private static func escaped(_ text: Substring) -> String {
        let bytes = Array(text.utf8)
        var (result, hasFragment): ([UInt8], Bool) = ([], false)
        result.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            let isEscape = byte == UInt8(ascii: "%") && index + 2 < bytes.count && isHex(bytes[index + 1]) && isHex(bytes[index + 2])
            let beginsFragment = byte == UInt8(ascii: "#") && !hasFragment
            hasFragment = hasFragment || beginsFragment
            if isEscape || beginsFragment || allowed.contains(byte) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)
    private static let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/?".utf8)

    private static func isHex(_ byte: UInt8) -> Bool {
        hexDigits.contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
