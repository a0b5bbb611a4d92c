import Foundation

/// Data about a player that is sent to servers with a request. It is not part of the identity of the resource: the URLs of requests,
/// responses, errors and measurements do not contain it.
package struct ClientData: Sendable, Hashable {
    /// The header fields, which are sent to every origin.
    package var headers: HeaderFields
    /// A query argument of the form `name=value`, which is added to the URL of the request; empty without one. A server that redirects
    /// decides about the query of the next URL.
    package var queryItem: String

    /// Creates data.
    package init(headers: HeaderFields = HeaderFields(), queryItem: String = "") {
        self.headers = headers
        self.queryItem = queryItem
    }

    /// Returns a URL with the query argument, in front of a fragment.
    package func added(to url: URL) -> URL {
        guard !queryItem.isEmpty else { return url }
        let text = url.absoluteString
        let fragment = text.firstIndex(of: "#") ?? text.endIndex
        let base = text[..<fragment]
        let separator = base.contains("?") ? base.hasSuffix("?") || base.hasSuffix("&") ? "" : "&" : "?"
        return URL(string: base + separator + queryItem + text[fragment...]) ?? url
    }

    /// Returns a URL without query arguments of the same name; the rest is unchanged.
    package func removed(from url: URL) -> URL {
        let name = queryItem.prefix { $0 != "=" } + "="
        let text = url.absoluteString
        let fragment = text.firstIndex(of: "#") ?? text.endIndex
        guard !queryItem.isEmpty, let question = text[..<fragment].firstIndex(of: "?") else { return url }
        let items = text[text.index(after: question)..<fragment].split(separator: "&", omittingEmptySubsequences: false)
        let kept = items.filter { !$0.hasPrefix(name) }
        guard kept.count < items.count else { return url }
        return URL(string: text[..<question] + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&")) + text[fragment...]) ?? url
    }
}
