import Foundation
import PlayheadCore

extension URL {
    /// The URL as it may stand in messages: without user name and password, and with the values of query items that give access blanked.
    public var withoutSecrets: String {
        guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
            // Not even its parts can be told apart, so nothing of it is safe to show but the scheme.
            return scheme.map { "\($0):…" } ?? "…"
        }
        components.user = nil
        components.password = nil
        if let query = components.percentEncodedQuery {
            components.percentEncodedQuery = query.split(separator: "&", omittingEmptySubsequences: false).map { item in
                guard let equals = item.firstIndex(of: "="), Secrets.isSecret(queryName: item[..<equals]) else {
                    return String(item)
                }
                return item[...equals] + Secrets.blank
            }.joined(separator: "&")
        }
        return components.string ?? "…"
    }

    /// The URL without user name, password and fragment: what goes on the wire.
    var withoutUserInfo: URL {
        guard user != nil || password != nil || fragment != nil, var components = URLComponents(url: self, resolvingAgainstBaseURL: true)
        else { return absoluteURL }
        components.user = nil
        components.password = nil
        components.fragment = nil
        return components.url ?? self
    }
}
