/// The address on which metrics are served: `HOST:PORT`, `[ADDRESS]:PORT`, or `:PORT` and `PORT` for loopback.
package struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
    /// The host without brackets; loopback by default.
    package var host = "127.0.0.1"
    /// The port; 0 selects a free one.
    package var port: Int

    /// Parses an address; `nil` if the text is invalid.
    package init?(_ text: String) {
        let colon = text.lastIndex(of: ":")
        let digits = colon.map { text[text.index(after: $0)...] } ?? text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(digits) else { return nil }
        port = Int(number)
        guard let colon, colon > text.startIndex else { return }
        let host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            self.host = String(host.dropFirst().dropLast())
        } else if host.contains(":") {
            // An IPv6 address without brackets is ambiguous.
            return nil
        } else {
            self.host = String(host)
        }
        guard !self.host.isEmpty, self.host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }) else { return nil }
    }

    /// The address as a part of a URL.
    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
