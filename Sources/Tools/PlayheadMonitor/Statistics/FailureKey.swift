import Foundation
import PlayheadCore

/// A kind of failure: the code and the resource, without secrets and without the query, which differs between viewers.
package struct FailureKey: Sendable, Hashable {
    /// The code: `HTTP 503`, or the six digits of a `PlaybackError`.
    package var code: String
    /// The URL without secrets, query and fragment; `nil` if the failure is not about a resource.
    package var url: String?
    /// The failure in words; `nil` if the code says it all.
    package var message: String?

    /// The code, the message and the URL.
    package var text: String { [code, message, url].compactMap(\.self).joined(separator: " ") }

    /// Creates the key of an entry of the error log.
    package init(_ entry: ErrorLogEntry) {
        let isStatus = entry.errorDomain == "HTTP"
        // Details after the first sentence may differ between viewers.
        let sentence = entry.errorComment.map { comment in
            comment.firstRange(of: ". ").map { String(comment[..<$0.lowerBound]) + "." } ?? comment
        }
        self.init(
            code: isStatus ? "HTTP \(entry.errorStatusCode)" : "\(entry.errorStatusCode)", url: entry.uri,
            message: isStatus ? nil : sentence)
    }

    /// Creates the key of a fatal error.
    package init(_ error: PlaybackError) { self.init(code: "\(error.code)", url: error.url, message: error.message) }

    private init(code: String, url: String?, message: String?) {
        self.code = code
        self.message = message.map { SafeText.clean($0, limit: 120) }
        self.url = url.map { Self.name(of: $0) }
    }

    /// Returns a URL without secrets, query and fragment.
    static func name(of url: String) -> String {
        let maximumLength = 300
        return SafeText.clean(String(Secrets.blanked(url).prefix { $0 != "?" && $0 != "#" }), limit: maximumLength)
    }
}
