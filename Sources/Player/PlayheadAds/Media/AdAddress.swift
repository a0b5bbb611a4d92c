import Foundation

/// Validates URLs of ad documents.
package enum AdAddress {
    /// The maximum length of a URL, in bytes.
    private static let maximumLength = 1 << 16

    /// Returns a URL that may be loaded: http and https, and file URLs only if the app or a local file refers to them, because network
    /// documents must not access local files. A URL without a scheme gets the document's scheme. `base` is the URL of the document; `nil`
    /// for URLs of the app.
    /// - Returns: `nil` for all other URLs, such as `javascript:` and `data:`.
    static func fetchable(_ text: String, relativeTo base: String? = nil) -> String? {
        guard text.utf8.count <= maximumLength else { return nil }
        let address = text.trimmed.replacing(" ", with: "%20")
        guard !address.isEmpty, address.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
        if address.hasPrefix("//") { return (base?.hasPrefix("http:") == true ? "http:" : "https:") + address }
        guard let scheme = scheme(of: address) else {
            return base.flatMap { URL(text: address, relativeTo: URL(text: $0))?.absoluteString }
        }
        if scheme == "file" { return base.map { self.scheme(of: $0) == "file" } ?? true ? address : nil }
        return scheme == "http" || scheme == "https" ? address : nil
    }

    /// Returns a URL that may be requested for tracking: http and https.
    static func callable(_ text: String, relativeTo base: String? = nil) -> String? {
        guard let address = fetchable(text, relativeTo: base), scheme(of: address)?.hasPrefix("http") == true else { return nil }
        return address
    }

    /// Returns a URL that may be opened after a click: http and https only.
    package static func openable(_ text: String) -> String? {
        callable(text)
    }

    /// Returns the scheme in lower case; `nil` if the URL has none.
    private static func scheme(of address: String) -> String? {
        guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = address[..<colon].lowercased()
        let isScheme =
            scheme.utf8.first.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } == true
            && scheme.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
            }
        return isScheme ? scheme : nil
    }

    /// Returns the file extension in lower case, without the dot; empty if there is none.
    static func fileExtension(of address: String) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: ".") else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }
}
