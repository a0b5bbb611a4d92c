import Foundation

/// One request to a ``Loader``. It is always a GET.
public struct LoadRequest: Sendable, Hashable {
    /// What to load: `http`, `https` or `file`. User name and password in it are sent as basic authentication (RFC 7617).
    public var url: URL
    /// What it is for.
    public var kind: LoadKind
    /// Further header fields. After a redirect to another origin only harmless ones are sent on (see ``HTTPLoader``).
    public var headers: HeaderFields
    /// Cookies; not sent on to another origin.
    public var cookies: [RequestCookie]
    /// The part to load, or `nil` for all.
    public var byteRange: ByteRange?
    /// How long the transfer may stand still.
    public var timeouts: LoadTimeouts
    /// Whether a ``RetryingLoader`` tries again what fails in a way that may pass. True by default; false for who asks again by itself.
    public var isRetried = true

    /// Makes a request.
    /// - Parameters:
    ///   - url: What to load.
    ///   - kind: What it is for.
    ///   - headers: Further header fields.
    ///   - cookies: Cookies.
    ///   - byteRange: The part to load, or `nil` for all.
    ///   - timeouts: How long the transfer may stand still.
    public init(
        url: URL, kind: LoadKind, headers: HeaderFields = HeaderFields(), cookies: [RequestCookie] = [], byteRange: ByteRange? = nil,
        timeouts: LoadTimeouts = LoadTimeouts()
    ) {
        self.url = url
        self.kind = kind
        self.headers = headers
        self.cookies = cookies
        self.byteRange = byteRange
        self.timeouts = timeouts
    }
}
