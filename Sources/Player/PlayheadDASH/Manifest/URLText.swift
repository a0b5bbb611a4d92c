import Foundation

/// References to URLs.
package enum URLText {
    /// Returns the absolute URL of a reference (RFC 3986 §5.2); the reference itself if it cannot be resolved.
    package static func resolve(_ reference: String, against base: String) -> String {
        if reference.isEmpty { return base }
        return URL(text: reference, relativeTo: URL(text: base))?.absoluteString ?? reference
    }

    /// Whether a reference has a scheme.
    static func isAbsolute(_ reference: String) -> Bool {
        guard let colon = reference.firstIndex(of: ":") else { return false }
        return !reference[..<colon].contains { "/?#".contains($0) }
    }
}
