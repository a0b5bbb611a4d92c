import Foundation
import Synchronization

/// The cookies that servers set during the requests of one or more loaders, in memory.
package final class CookieStore: Sendable {
    private let jar = Mutex(CookieJar(isPublicSuffix: PublicSuffixes.contains))

    /// Creates an empty store.
    package init() {}

    /// Stores the cookies of a response to a request for `url`.
    /// - Returns: Whether anything has changed.
    func store(_ fields: [String], date: String?, from url: URL) -> Bool {
        guard !fields.isEmpty else { return false }
        return jar.withLock { $0.store(fields, date: date, from: url, at: Date().timeIntervalSince1970) }
    }

    /// Returns the cookies for a request.
    func cookies(for url: URL) -> [RequestCookie] {
        jar.withLock { $0.cookies(for: url, at: Date().timeIntervalSince1970) }
    }
}
