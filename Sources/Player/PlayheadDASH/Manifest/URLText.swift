import Foundation

/// References to URLs.
package enum URLText {
    /// Returns the absolute URL of a reference (RFC 3986 §5.2); the reference itself if it cannot be resolved.
    package static func resolve(_ reference: String, against base: String) -> String {
        if reference.isEmpty { return base }
        if let resolved = URL(string: reference, relativeTo: URL(string: base)) { return resolved.absoluteString }
        // Spaces and other characters that nobody escaped.
        guard let escaped = reference.addingPercentEncoding(withAllowedCharacters: .urlFragmentAllowed.union(["%", "#"])) else {
            return reference
        }
        return URL(string: escaped, relativeTo: URL(string: base))?.absoluteString ?? reference
    }

    /// Whether a reference has a scheme.
    static func isAbsolute(_ reference: String) -> Bool {
        guard let colon = reference.firstIndex(of: ":") else { return false }
        return !reference[..<colon].contains { "/?#".contains($0) }
    }
}
