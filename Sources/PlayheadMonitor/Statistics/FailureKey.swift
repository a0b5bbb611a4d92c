import Foundation
import PlayheadCore

/// A kind of failure: the code and the resource, without secrets and without the query, which differs between viewers.
package struct FailureKey: Sendable, Hashable {
    /// The code: `HTTP 503`, or the six digits of a `PlaybackError`.
    package var code: String
    /// The URL without secrets, query and fragment; `nil` if the failure is not about a resource.
    package var url: String?

    /// Creates the key of an entry of the error log.
    package init(_ entry: ErrorLogEntry) {
        self.init(code: entry.errorDomain == "HTTP" ? "HTTP \(entry.errorStatusCode)" : "\(entry.errorStatusCode)", url: entry.uri)
    }

    /// Creates the key of a fatal error.
    package init(_ error: PlaybackError) { self.init(code: "\(error.code)", url: error.url) }

    private init(code: String, url: String?) {
        self.code = code
        self.url = url.map { Self.name(of: $0) }
    }

    /// Returns a URL without secrets, query and fragment.
    static func name(of url: String) -> String {
        let maximumLength = 300
        return SafeText.clean(Secrets.blanked(String(url.prefix { $0 != "?" && $0 != "#" })), limit: maximumLength)
    }
}
