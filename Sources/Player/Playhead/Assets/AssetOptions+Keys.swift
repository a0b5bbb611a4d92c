import PlayheadTransport

/// A key of a dictionary of asset options, with the names of AVFoundation.
public struct AssetOptionKey: RawRepresentable, ExpressibleByStringLiteral, Sendable, Hashable {
    /// The name.
    public let rawValue: String

    /// Creates a key with a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a key with a name.
    public init(stringLiteral value: String) { rawValue = value }

    /// Header fields: `[String: String]`.
    public static let httpHeaderFields = AssetOptionKey(rawValue: "AVURLAssetHTTPHeaderFieldsKey")
    /// Cookies: an array of `RequestCookie`, or `[String: String]`.
    public static let httpCookies = AssetOptionKey(rawValue: "AVURLAssetHTTPCookiesKey")
    /// The `User-Agent` field: `String`.
    public static let httpUserAgent = AssetOptionKey(rawValue: "AVURLAssetHTTPUserAgentKey")
    /// `Bool`.
    public static let preferPreciseDurationAndTiming = AssetOptionKey(rawValue: "AVURLAssetPreferPreciseDurationAndTimingKey")
    /// ``ReferenceRestrictions``, or its bits as `UInt` or `Int`.
    public static let referenceRestrictions = AssetOptionKey(rawValue: "AVURLAssetReferenceRestrictionsKey")
    /// `String`.
    public static let overrideMIMEType = AssetOptionKey(rawValue: "AVURLAssetOverrideMIMETypeKey")
    /// `Bool`.
    public static let allowsCellularAccess = AssetOptionKey(rawValue: "AVURLAssetAllowsCellularAccessKey")
    /// `Bool`.
    public static let allowsExpensiveNetworkAccess = AssetOptionKey(rawValue: "AVURLAssetAllowsExpensiveNetworkAccessKey")
    /// `Bool`.
    public static let allowsConstrainedNetworkAccess = AssetOptionKey(rawValue: "AVURLAssetAllowsConstrainedNetworkAccessKey")
}

extension AssetOptions {
    /// Creates options from a dictionary with the keys of AVFoundation, such as `[.httpHeaderFields: ["Cookie": "id=1"]]`.
    ///
    /// Unknown keys, and values of another type than that of the key, are ignored.
    public init(_ dictionary: [AssetOptionKey: Any]) {
        self.init()
        for (key, value) in dictionary { set(key, value) }
    }

    private mutating func set(_ key: AssetOptionKey, _ value: Any) {
        switch key {
        case .httpHeaderFields:
            let fields = value as? [String: String] ?? [:]
            headers = HeaderFields(fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        case .httpCookies:
            let named = (value as? [String: String] ?? [:]).sorted { $0.key < $1.key }
            cookies = value as? [RequestCookie] ?? named.map { RequestCookie(name: $0.key, value: $0.value) }
        case .httpUserAgent: userAgent = value as? String
        case .preferPreciseDurationAndTiming: prefersPreciseDurationAndTiming = value as? Bool
        case .referenceRestrictions:
            let bits = value as? UInt ?? (value as? Int).flatMap { UInt(exactly: $0) }
            referenceRestrictions = value as? ReferenceRestrictions ?? bits.map { ReferenceRestrictions(rawValue: $0) }
        case .overrideMIMEType: overrideMIMEType = value as? String
        case .allowsCellularAccess: allowsCellularAccess = value as? Bool
        case .allowsExpensiveNetworkAccess: allowsExpensiveNetworkAccess = value as? Bool
        case .allowsConstrainedNetworkAccess: allowsConstrainedNetworkAccess = value as? Bool
        default: break
        }
    }
}
