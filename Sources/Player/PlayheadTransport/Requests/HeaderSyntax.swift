/// The syntax of header fields (RFC 9110 §5).
package enum HeaderSyntax {
    /// Whether a byte may be part of a name.
    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// Whether a field has a valid name, and a value without control characters.
    package static func isValid(name: String, value: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy(isTokenByte)
            && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }
    }

    /// Returns the line of a field for libcurl; `nil` if the field is invalid.
    static func line(name: String, value: String) -> String? {
        guard isValid(name: name, value: value) else { return nil }
        // A semicolon is the form of a field without a value.
        return value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? "\(name);" : "\(name): \(value)"
    }
}
