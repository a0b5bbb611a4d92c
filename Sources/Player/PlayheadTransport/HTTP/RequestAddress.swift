import Foundation
import PlayheadCore

/// Validates the address of every request and of every redirect.
enum RequestAddress {
    /// The maximum length of a host name (RFC 1035 §2.3.4).
    private static let maximumHostLength = 255
    /// The maximum length of an address, in bytes: more than any server accepts.
    static let maximumLength = PlaylistFile.maximumLocation

    /// Returns the reason for which no request can be sent to `url`, or `nil` if the address is valid.
    static func problem(of url: URL) -> String? {
        guard url.absoluteString.utf8.count <= maximumLength else { return "The address is longer than \(maximumLength) bytes." }
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
            return "The scheme is neither http nor https."
        }
        guard let host = url.host(percentEncoded: false), !host.isEmpty else { return "The address has no host." }
        guard host.utf8.count <= maximumHostLength else { return "The host's name is longer than \(maximumHostLength) bytes." }
        guard host.utf8.allSatisfy(isHostByte) else { return "The host's name has invalid characters." }
        guard let port = portText(of: url.absoluteString), !port.isEmpty else { return nil }
        guard port.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = UInt16(port), number > 0,
            url.port == Int(number)
        else { return "The port is not a number from 1 to 65535." }
        return nil
    }

    /// Returns the text after the colon of the authority (RFC 3986 §3.2.3), or `nil` without one.
    private static func portText(of text: String) -> Substring? {
        guard let start = text.firstRange(of: "//")?.upperBound else { return nil }
        var authority = text[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
        if let bracket = authority.lastIndex(of: "]") { authority = authority[bracket...] }
        guard let colon = authority.lastIndex(of: ":") else { return nil }
        return authority[authority.index(after: colon)...]
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7F, UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "@"), UInt8(ascii: "#"), UInt8(ascii: "?"),
            UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "^"), UInt8(ascii: "|"):
            false
        default: true
        }
    }
}
