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

    /// Makes options.
    public init(headers: HeaderFields = HeaderFields(), cookies: [RequestCookie] = [], timeouts: LoadTimeouts = LoadTimeouts()) {
        self.headers = headers
        self.cookies = cookies
        self.timeouts = timeouts
    }

    func request(_ url: URL, kind: LoadKind, byteRange: PlayheadTransport.ByteRange? = nil) -> LoadRequest {
        LoadRequest(url: url, kind: kind, headers: headers, cookies: cookies, byteRange: byteRange, timeouts: timeouts)
    }
}
