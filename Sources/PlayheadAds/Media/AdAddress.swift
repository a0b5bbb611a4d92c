import Foundation

/// Addresses that documents name.
public enum AdAddress {
    /// Longer addresses are not used, in bytes.
    private static let longest = 1 << 16

    /// An address that can be fetched: HTTP and HTTPS, and files where a file or the app names them: nothing from a network reaches into the disk.
    /// Addresses without a scheme are completed by that of the document.
    /// - Parameter base: The document that names it; `nil` where the app does.
    /// - Returns: `nil` for everything else, such as `javascript:` and `data:`.
    static func fetchable(_ text: String, relativeTo base: String? = nil) -> String? {
        guard text.utf8.count <= longest else { return nil }
        let address = text.trimmed.replacing(" ", with: "%20")
        guard !address.isEmpty, address.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
        if address.hasPrefix("//") { return (base?.hasPrefix("http:") == true ? "http:" : "https:") + address }
        guard let scheme = scheme(of: address) else {
            return base.flatMap { URL(string: address, relativeTo: URL(string: $0))?.absoluteString }
        }
        if scheme == "file" { return base.map { self.scheme(of: $0) == "file" } ?? true ? address : nil }
        return scheme == "http" || scheme == "https" ? address : nil
    }

    /// An address that can be called when something happens: HTTP and HTTPS.
    static func callable(_ text: String, relativeTo base: String? = nil) -> String? {
        guard let address = fetchable(text, relativeTo: base), scheme(of: address)?.hasPrefix("http") == true else { return nil }
        return address
    }

    /// An address that may be opened for a viewer who clicked: HTTP and HTTPS, and nothing else, whatever a document says.
    public static func openable(_ text: String) -> String? {
        callable(text)
    }

    /// In small letters; `nil` where the address has none.
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

    /// The end of its name, in small letters, without the dot; empty without one.
    static func fileExtension(of address: String) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: ".") else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }
}
