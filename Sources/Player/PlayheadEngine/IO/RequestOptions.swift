import Foundation
import PlayheadCore
import PlayheadTransport

/// The options of every request for one item.
package struct RequestOptions: Sendable, Hashable {
    /// The additional header fields.
    package var headers: HeaderFields
    /// The cookies.
    package var cookies: [RequestCookie]
    /// The timeouts of a transfer without progress.
    package var timeouts: LoadTimeouts
    /// The origins to which ``headers``, ``cookies`` and the user name and password in the URL of the item are sent. An engine sets the URL
    /// of the item if it is absent.
    package var binding = CredentialBinding()
    /// The keys of protected content, and the license server.
    package var contentKeys = ContentKeyOptions()
    /// Whether HTTP/3 is tried, as in ``LoadRequest/allowsHTTP3``. False by default.
    package var allowsHTTP3 = false
    /// Whether requests for media contain its facts, for those who report them. False by default.
    package var describesMedia = false

    /// Creates options.
    package init(headers: HeaderFields = HeaderFields(), cookies: [RequestCookie] = [], timeouts: LoadTimeouts = LoadTimeouts()) {
        self.headers = headers
        self.cookies = cookies
        self.timeouts = timeouts
    }

    package func request(_ url: URL, for object: LoadObject, byteRange: PlayheadTransport.ByteRange? = nil) -> LoadRequest {
        var request = LoadRequest(url: url, object: object, headers: headers, cookies: cookies, byteRange: byteRange, timeouts: timeouts)
        request.binding = binding
        request.allowsHTTP3 = allowsHTTP3
        return request
    }

    /// Returns the same options for an item at `url`, unless they already belong to another URL.
    package func bound(to url: URL) -> RequestOptions {
        var result = self
        result.binding.home = binding.home ?? url
        return result
    }
}

extension URL {
    /// The text of the URL without user name and password, for errors.
    var withoutCredentials: String {
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true), parts.user != nil || parts.password != nil else {
            return absoluteString
        }
        parts.user = nil
        parts.password = nil
        return parts.string ?? absoluteString
    }
}
