import Foundation
import PlayheadTransport

/// What every request of one item carries.
public struct RequestOptions: Sendable, Hashable {
    /// Further header fields.
    public var headers: HeaderFields
    /// Cookies.
    public var cookies: [RequestCookie]
    /// How long a transfer may stand still.
    public var timeouts: LoadTimeouts
    /// The origins that ``headers``, ``cookies`` and the user name and password of the item's URL are sent to. An engine sets the item's URL if there
    /// is none.
    public var binding = CredentialBinding()

    /// Makes options.
    public init(headers: HeaderFields = HeaderFields(), cookies: [RequestCookie] = [], timeouts: LoadTimeouts = LoadTimeouts()) {
        self.headers = headers
        self.cookies = cookies
        self.timeouts = timeouts
    }

    package func request(_ url: URL, kind: LoadKind, byteRange: PlayheadTransport.ByteRange? = nil) -> LoadRequest {
        var request = LoadRequest(url: url, kind: kind, headers: headers, cookies: cookies, byteRange: byteRange, timeouts: timeouts)
        request.binding = binding
        return request
    }

    /// The same options for an item at `url`, unless they are for another URL already.
    package func bound(to url: URL) -> RequestOptions {
        var result = self
        result.binding.home = binding.home ?? url
        return result
    }
}
