import Foundation

/// The bytes in a `data:` URI (RFC 2397).
struct DataURI: Equatable {
    private static let scheme = "data:"

    /// The content.
    let bytes: [UInt8]

    /// Whether `uri` has the scheme `data:`.
    static func isOne(_ uri: String) -> Bool { uri.prefix(scheme.count).lowercased() == scheme }

    /// Parses a URI; `nil` if it has another scheme or is malformed.
    init?(_ uri: String) {
        guard Self.isOne(uri), let comma = uri.firstIndex(of: ",") else { return nil }
        let type = uri[..<comma].dropFirst(Self.scheme.count).lowercased()
        guard let content = Self.percentDecoded(uri[uri.index(after: comma)...]) else { return nil }
        guard type.split(separator: ";").last?.trimmingCharacters(in: .whitespaces) == "base64" else {
            bytes = content
            return
        }
        // Some URIs omit the padding, or use the alphabet for URLs (RFC 4648 §3.2, §5).
        var text = String(decoding: content, as: UTF8.self).replacing("-", with: "+").replacing("_", with: "/")
        while text.hasSuffix("=") { text.removeLast() }
        text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: text) else { return nil }
        bytes = [UInt8](data)
    }

    private static func percentDecoded(_ text: Substring) -> [UInt8]? {
        var decoded: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
                decoded.append(value)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return decoded
    }
}
