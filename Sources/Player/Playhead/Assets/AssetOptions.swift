import PlayheadCore
import PlayheadEngine
import PlayheadTransport

/// The options for the requests and the parsing of a stream.
///
/// Options have three levels: the configuration of a player, an item, and a source of an item. The most specific level wins for each
/// option, and for each name of header fields and cookies. An option that is `nil` inherits the value of the level above.
///
/// The options apply to every request of the item: playlists, segments, keys, captions, thumbnails, steering manifests. Header fields
/// (except harmless ones such as `User-Agent`) and cookies without a domain are sent only to the origin of the item's URL, or to the
/// origins that ``credentialScope`` adds. Their values appear in no event, log or description.
public struct AssetOptions: Sendable, Hashable {
    /// Additional header fields for every request.
    public var headers: HeaderFields
    /// Cookies for every request, or for the requests that match their domain and path.
    public var cookies: [RequestCookie]
    /// The `User-Agent` field; a field in ``headers`` of the same level takes precedence.
    public var userAgent: String?
    /// The origins that receive ``headers``, ``cookies`` and the credentials of the item's URL; by default only the origin of that URL.
    public var credentialScope: CredentialScope?
    /// The keys of protected content, its key systems, and its license server. No key appears in an event, log or description.
    public var contentKeys: ContentKeyOptions?
    /// The timeouts of transfers.
    public var timeouts: LoadTimeouts?
    /// Whether a file whose header lacks the duration is read to its end when it is opened, so that the duration is exact, which takes as
    /// long as loading the whole file. False by default.
    public var prefersPreciseDurationAndTiming: Bool?
    /// The references that are not followed; by default those from the network to local files.
    public var referenceRestrictions: ReferenceRestrictions?
    /// The MIME type that replaces the type reported by the server: the type of a playlist selects HLS, any other a media file.
    public var overrideMIMEType: String?
    /// Whether cellular networks may be used. True by default.
    public var allowsCellularAccess: Bool?
    /// Whether expensive networks may be used. True by default.
    public var allowsExpensiveNetworkAccess: Bool?
    /// Whether networks may be used while the user requests low data usage. True by default.
    public var allowsConstrainedNetworkAccess: Bool?
    /// Whether HTTP/3 is tried, where the system's libcurl was built with it. False by default, because libcurl calls its support
    /// experimental.
    public var allowsHTTP3: Bool?

    /// Creates options; all others inherit the values of the level above.
    public init(headers: HeaderFields = HeaderFields(), cookies: [RequestCookie] = [], userAgent: String? = nil) {
        self.headers = headers
        self.cookies = cookies
        self.userAgent = userAgent
    }

    /// Returns these options, with the values of the level above for absent ones.
    public func over(_ base: AssetOptions) -> AssetOptions {
        var result = base
        // The more specific level wins, as an option or as a header field.
        if userAgent != nil { result.headers.remove("User-Agent") }
        if headers.contains("User-Agent") { result.userAgent = nil }
        for field in headers.fields { result.headers.remove(field.name) }
        for field in headers.fields { result.headers.append(field.name, field.value) }
        let own = Set(cookies.map(\.name))
        result.cookies = base.cookies.filter { !own.contains($0.name) } + cookies
        result.userAgent = userAgent ?? result.userAgent
        result.credentialScope = credentialScope ?? base.credentialScope
        result.contentKeys = contentKeys ?? base.contentKeys
        result.timeouts = timeouts ?? base.timeouts
        result.prefersPreciseDurationAndTiming = prefersPreciseDurationAndTiming ?? base.prefersPreciseDurationAndTiming
        result.referenceRestrictions = referenceRestrictions ?? base.referenceRestrictions
        result.overrideMIMEType = overrideMIMEType ?? base.overrideMIMEType
        result.allowsCellularAccess = allowsCellularAccess ?? base.allowsCellularAccess
        result.allowsExpensiveNetworkAccess = allowsExpensiveNetworkAccess ?? base.allowsExpensiveNetworkAccess
        result.allowsConstrainedNetworkAccess = allowsConstrainedNetworkAccess ?? base.allowsConstrainedNetworkAccess
        result.allowsHTTP3 = allowsHTTP3 ?? base.allowsHTTP3
        return result
    }

    /// The header fields, cookies and timeouts for requests.
    var requestOptions: RequestOptions {
        var headers = headers
        if let userAgent, !headers.contains("User-Agent") { headers.append("User-Agent", userAgent) }
        var options = RequestOptions(headers: headers, cookies: cookies, timeouts: timeouts ?? LoadTimeouts())
        options.binding.scope = credentialScope ?? .origin
        options.contentKeys = contentKeys ?? ContentKeyOptions()
        options.allowsHTTP3 = allowsHTTP3 ?? false
        return options
    }

    /// The networks that requests may use.
    var networkPermissions: NetworkPermissions {
        NetworkPermissions(
            allowsCellular: allowsCellularAccess ?? true, allowsExpensive: allowsExpensiveNetworkAccess ?? true,
            allowsConstrained: allowsConstrainedNetworkAccess ?? true)
    }
}
