import Foundation

/// One request to a ``Loader``. It is always a GET.
public struct LoadRequest: Sendable, Hashable {
    /// What to load: `http`, `https` or `file`. User name and password in it are sent as basic authentication (RFC 7617).
    public var url: URL
    /// What it is for.
    public var kind: LoadKind
    /// Further header fields. Only harmless ones are sent to an origin outside ``binding`` (see ``HTTPLoader``).
    public var headers: HeaderFields
    /// Cookies. Those without a domain are not sent to an origin outside ``binding``.
    public var cookies: [RequestCookie]
    /// The origins that ``headers``, ``cookies`` and user name and password are sent to; by default that of ``url``.
    public var binding = CredentialBinding()
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
