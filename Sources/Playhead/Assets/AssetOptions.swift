import PlayheadCore
import PlayheadEngine
import PlayheadTransport

/// How a stream is fetched and read: what its requests carry, and what they may do.
///
/// There are three levels: a player's configuration, an item, and one of its sources. The nearest to the stream wins, option by option, and of
/// header fields and cookies name by name. What is `nil` is left to the level above.
///
/// They reach every request of the item: playlists, segments, keys, captions, thumbnails, steering manifests. Header fields (but harmless ones such
/// as `User-Agent`) and cookies without a domain are sent to the origin of the item's URL only, or to what ``credentialScope`` adds. Their values
/// stand in no event, log or description.
public struct AssetOptions: Sendable, Hashable {
    /// Further header fields of every request.
    public var headers: HeaderFields
    /// Cookies of every request, or of those that their domain and path fit.
    public var cookies: [RequestCookie]
    /// The `User-Agent` field; one in ``headers`` of the same level wins.
    public var userAgent: String?
    /// Where ``headers``, ``cookies`` and the user name and password of the item's URL are sent; by default only to the origin of that URL.
    public var credentialScope: CredentialScope?
    /// How long a transfer may stand still.
    public var timeouts: LoadTimeouts?
    /// Whether a file whose header does not give its length is read to its end when it is opened, so that the duration is exact. That takes as
    /// long as loading it whole. False by default.
    public var prefersPreciseDurationAndTiming: Bool?
    /// Which references are not followed; from the network to local files by default.
    public var referenceRestrictions: ReferenceRestrictions?
    /// What is taken as the type of the resource, whatever its server says: a playlist's makes it HLS, any other a media file.
    public var overrideMIMEType: String?
    /// Whether mobile networks may be used. True by default.
    public var allowsCellularAccess: Bool?
    /// Whether networks may be used that cost money. True by default.
    public var allowsExpensiveNetworkAccess: Bool?
    /// Whether the network may be used while the user asked to save data. True by default.
    public var allowsConstrainedNetworkAccess: Bool?

    /// Makes options; what is not given is left to the level above.
    public init(headers: HeaderFields = HeaderFields(), cookies: [RequestCookie] = [], userAgent: String? = nil) {
        self.headers = headers
        self.cookies = cookies
        self.userAgent = userAgent
    }

    /// These options where they say something, and those of the level above where they don't.
    public func over(_ base: AssetOptions) -> AssetOptions {
        var result = base
        // The nearer level's wins in whatever form it is given.
        if userAgent != nil { result.headers.remove("User-Agent") }
        if headers.contains("User-Agent") { result.userAgent = nil }
        for field in headers.fields { result.headers.remove(field.name) }
        for field in headers.fields { result.headers.append(field.name, field.value) }
        let own = Set(cookies.map(\.name))
        result.cookies = base.cookies.filter { !own.contains($0.name) } + cookies
        result.userAgent = userAgent ?? result.userAgent
        result.credentialScope = credentialScope ?? base.credentialScope
        result.timeouts = timeouts ?? base.timeouts
        result.prefersPreciseDurationAndTiming = prefersPreciseDurationAndTiming ?? base.prefersPreciseDurationAndTiming
        result.referenceRestrictions = referenceRestrictions ?? base.referenceRestrictions
        result.overrideMIMEType = overrideMIMEType ?? base.overrideMIMEType
        result.allowsCellularAccess = allowsCellularAccess ?? base.allowsCellularAccess
        result.allowsExpensiveNetworkAccess = allowsExpensiveNetworkAccess ?? base.allowsExpensiveNetworkAccess
        result.allowsConstrainedNetworkAccess = allowsConstrainedNetworkAccess ?? base.allowsConstrainedNetworkAccess
        return result
    }

    /// What requests carry.
    var requestOptions: RequestOptions {
        var headers = headers
        if let userAgent, !headers.contains("User-Agent") { headers.append("User-Agent", userAgent) }
        var options = RequestOptions(headers: headers, cookies: cookies, timeouts: timeouts ?? LoadTimeouts())
        options.binding.scope = credentialScope ?? .origin
        return options
    }

    /// Which networks they may use.
    var networkPermissions: NetworkPermissions {
        NetworkPermissions(
            allowsCellular: allowsCellularAccess ?? true, allowsExpensive: allowsExpensiveNetworkAccess ?? true,
            allowsConstrained: allowsConstrainedNetworkAccess ?? true)
    }
}
