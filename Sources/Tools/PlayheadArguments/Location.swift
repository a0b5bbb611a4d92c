import ArgumentParser
import Foundation
import PlayheadCore
import PlayheadTransport

/// The stream that an argument names.
package enum Location {
    /// The argument for standard input.
    package static let standardInput = "-"

    /// Returns the URL of an argument: a URL as it is, standard input for `-`, and otherwise a path, also if a colon is in a name, as in
    /// `Mission: Impossible.mp4`.
    /// - Throws: `ValidationError` if the argument is empty, or has a scheme and is not a URL.
    package static func url(of argument: String) throws -> URL {
        if argument == standardInput { return URL(fileURLWithPath: "/dev/stdin") }
        guard !argument.isEmpty else { throw ValidationError("An empty argument is neither a file nor a URL.") }
        if argument.hasPrefix("://") { throw ValidationError("'\(Secrets.blanked(argument))' is not a URL.") }
        // RFC 8089 permits `file:/path` as well.
        guard hasScheme(argument) || argument.lowercased().hasPrefix("file:/") else { return URL(fileURLWithPath: argument) }
        guard let url = URL(text: argument) else { throw ValidationError("'\(Secrets.blanked(argument))' is not a URL.") }
        return url
    }

    /// Whether a text starts with a scheme (RFC 3986 §3.1) of more than one letter and `://`.
    private static func hasScheme(_ text: String) -> Bool {
        guard let scheme = text.firstRange(of: "://").map({ text[..<$0.lowerBound] }), scheme.count > 1 else { return false }
        return scheme.first?.isLetter == true && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }
}
