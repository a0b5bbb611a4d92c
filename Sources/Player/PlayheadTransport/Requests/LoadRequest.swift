import Foundation

/// A GET request to a ``Loader``.
public struct LoadRequest: Sendable, Hashable {
    /// The URL, with the scheme `http`, `https` or `file`. Its user name and password are sent as basic authentication (RFC 7617).
    public var url: URL
    /// The object that is loaded.
    public var object: LoadObject
    /// Additional header fields. Only harmless ones are sent to an origin outside of ``binding`` (see ``HTTPLoader``).
    public var headers: HeaderFields
    /// The cookies. Those without a domain are not sent to an origin outside of ``binding``.
    public var cookies: [RequestCookie]
    /// The origins to which ``headers``, ``cookies``, user name and password are sent; by default that of ``url``.
    public var binding = CredentialBinding()
    /// The range to load; `nil` for the whole resource.
    public var byteRange: ByteRange?
    /// The timeouts.
    public var timeouts: LoadTimeouts
    /// Whether a ``RetryingLoader`` repeats the request after a transient failure. True by default; false for callers with retries of their
    /// own.
    public var isRetried = true
    /// Whether HTTP/3 is tried. False by default, because libcurl calls its support experimental.
    ///
    /// HTTP/2 over TCP is used where the server does not respond by QUIC, for `http`, through proxies, and where the system's libcurl was
    /// built without HTTP/3, as that of Debian 12.
    public var allowsHTTP3 = false
    /// The facts about the media object, for those who report them; `nil` if no one does.
    package var mediaFacts: MediaFacts?
    /// The data about the player that is sent with the request; `nil` for none.
    package var clientData: ClientData?
    /// The content of a POST request; `nil` for a GET request. Only HTTP loaders send it. A POST request is redirected only if it is for a key
    /// and the status is 307 or 308.
    package var content: RequestContent?
    /// The number of the attempt to load the resource, from 1, for measurements. A ``RetryingLoader`` increases it.
    public var attempt = 1
    /// The number of the request in the measurements of a session; `nil` if it is not measured.
    package var number: Int?

    /// Creates a request.
    /// - Parameters:
    ///   - url: The URL.
    ///   - kind: The purpose.
    ///   - headers: Additional header fields.
    ///   - cookies: The cookies.
    ///   - byteRange: The range to load; `nil` for the whole resource.
    ///   - timeouts: The timeouts.
    public init(
        url: URL, kind: LoadKind, headers: HeaderFields = HeaderFields(), cookies: [RequestCookie] = [], byteRange: ByteRange? = nil,
        timeouts: LoadTimeouts = LoadTimeouts()
    ) {
        self.init(
            url: url, object: LoadObject(kind), headers: headers, cookies: cookies, byteRange: byteRange, timeouts: timeouts)
    }

    /// Creates a request for an object.
    /// - Parameters:
    ///   - url: The URL.
    ///   - object: The object that is loaded, which implies ``kind``.
    ///   - headers: Additional header fields.
    ///   - cookies: The cookies.
    ///   - byteRange: The range to load; `nil` for the whole resource.
    ///   - timeouts: The timeouts.
    public init(
        url: URL, object: LoadObject, headers: HeaderFields = HeaderFields(), cookies: [RequestCookie] = [], byteRange: ByteRange? = nil,
        timeouts: LoadTimeouts = LoadTimeouts()
    ) {
        self.url = url
        self.object = object
        self.headers = headers
        self.cookies = cookies
        self.byteRange = byteRange
        self.timeouts = timeouts
    }

    /// The purpose, as implied by ``object``. A new purpose replaces the object.
    public var kind: LoadKind {
        get { object.kind }
        set { object = LoadObject(newValue) }
    }
}

/// The timeouts of a transfer, in seconds.
public struct LoadTimeouts: Sendable, Hashable {
    /// The timeout from the request to the head of the final response, including name lookup, connecting and redirects.
    public var head: Double
    /// The timeout without a byte of the body while the reader waits. Time without a waiting reader does not count.
    public var progress: Double

    /// Creates timeouts.
    /// - Parameters:
    ///   - head: The timeout for the head in seconds, above 0; 10 by default.
    ///   - progress: The timeout for progress in seconds, above 0; 10 by default.
    public init(head: Double = 10, progress: Double = 10) {
        self.head = head
        self.progress = progress
    }
}
