/// The rules of a key: its type, place and limits (CTA-5004 table 1, CTA-5004-B table 1).
struct CMCDKeyRule: Sendable {
    /// The type of a value.
    enum Kind: Sendable, Hashable {
        /// An integer.
        case integer
        /// A decimal number.
        case decimal
        /// A Boolean.
        case boolean
        /// A string with a maximum number of characters.
        case string(maximum: Int = CMCDKeyRule.maximumString)
        /// One of these tokens.
        case token([String])
        /// In version 1 an integer; in version 2 an inner list of integers, each with the kind of object it is for.
        case integersByObject
        /// An inner list of strings.
        case strings
        /// In version 1 a relative URL; in version 2 an inner list of them, each with a range.
        case nextObjects
    }

    /// The maximum length of strings without a limit in the specification.
    static let maximumString = 4096

    var kind: Kind
    /// The header field.
    var header: CMCDHeader
    /// The multiple to which values are rounded.
    var rounding = 1
    /// The versions that have the key.
    var versions: ClosedRange<Int> = 1...2
    /// Whether the key is only for reports of events.
    var isForEvents = false
    /// The only event that has the key.
    var onlyEvent: CMCDEvent?
    /// The kinds of objects that may have the key; `nil` for all.
    var objects: Set<CMCDObjectType>?
    /// The key whose presence excludes this one.
    var supersededBy: CMCDKey?
    /// The maximum value; none for most keys.
    var maximum: Int?
}

extension CMCDKey {
    /// The rules of the key.
    var rule: CMCDKeyRule { Self.rules[self] ?? CMCDKeyRule(kind: .string(), header: .request) }

    /// The header field of the key in a version.
    func header(in version: CMCDVersion) -> CMCDHeader { self == .rate && version == .one ? .session : rule.header }

    /// The maximum length of a string in a version; `nil` for other types.
    func maximumLength(in version: CMCDVersion) -> Int? {
        guard case .string(let maximum) = rule.kind else { return nil }
        return self == .contentID && version == .one ? Self.maximumContentID : maximum
    }

    /// Whether a version has the key.
    func exists(in version: CMCDVersion) -> Bool { rule.versions.contains(version.rawValue) }

    /// The maximum length of a content identifier in version 1.
    private static let maximumContentID = 64
    private static let media: Set<CMCDObjectType> = [.audio, .video, .muxed, .timedText, .captions, .other]
    private static let playable: Set<CMCDObjectType> = [.audio, .video, .muxed, .captions]

    private static func tokens<Token: CaseIterable & RawRepresentable<String>>(_ type: Token.Type) -> CMCDKeyRule.Kind {
        .token(type.allCases.map(\.rawValue))
    }

    private static let rules: [CMCDKey: CMCDKeyRule] = [
        // Object
        .aggregateBitrate: CMCDKeyRule(kind: .integersByObject, header: .object, versions: 2...2, supersededBy: .bitrate),
        .bitrate: CMCDKeyRule(kind: .integersByObject, header: .object),
        .duration: CMCDKeyRule(kind: .integer, header: .object, objects: media),
        .lowestAggregateBitrate: CMCDKeyRule(kind: .integersByObject, header: .object, versions: 2...2, supersededBy: .lowestBitrate),
        .lowestBitrate: CMCDKeyRule(kind: .integersByObject, header: .object, versions: 2...2),
        .objectType: CMCDKeyRule(kind: tokens(CMCDObjectType.self), header: .object),
        .topAggregateBitrate: CMCDKeyRule(kind: .integersByObject, header: .object, versions: 2...2, supersededBy: .topBitrate),
        .topBitrate: CMCDKeyRule(kind: .integersByObject, header: .object),
        .topPlayableBitrate: CMCDKeyRule(kind: .integersByObject, header: .object, versions: 2...2, objects: playable),
        // Request
        .bufferLength: CMCDKeyRule(kind: .integersByObject, header: .request, rounding: 100),
        .contentSignature: CMCDKeyRule(kind: .string(), header: .request, versions: 2...2),
        .deadline: CMCDKeyRule(kind: .integer, header: .request, rounding: 100),
        .droppedFrames: CMCDKeyRule(kind: .integer, header: .request, versions: 2...2),
        .liveLatency: CMCDKeyRule(kind: .integer, header: .request, versions: 2...2),
        .nextObjects: CMCDKeyRule(kind: .nextObjects, header: .request),
        .nextRange: CMCDKeyRule(kind: .string(), header: .request, versions: 1...1),
        .playheadBitrate: CMCDKeyRule(kind: .integersByObject, header: .request, versions: 2...2),
        .sequenceNumber: CMCDKeyRule(kind: .integer, header: .request, versions: 2...2),
        .state: CMCDKeyRule(kind: tokens(CMCDPlayerState.self), header: .request, versions: 2...2),
        .isUrgent: CMCDKeyRule(kind: .boolean, header: .request),
        .targetBufferLength: CMCDKeyRule(kind: .integersByObject, header: .request, rounding: 100, versions: 2...2),
        .throughput: CMCDKeyRule(kind: .integersByObject, header: .request, rounding: 100),
        // Session
        .contentID: CMCDKeyRule(kind: .string(maximum: 128), header: .session),
        .format: CMCDKeyRule(kind: tokens(CMCDStreamingFormat.self), header: .session),
        .sessionID: CMCDKeyRule(kind: .string(maximum: 64), header: .session),
        .startDelay: CMCDKeyRule(kind: .integer, header: .session, versions: 2...2),
        .streamType: CMCDKeyRule(kind: tokens(CMCDStreamType.self), header: .session),
        .version: CMCDKeyRule(kind: .integer, header: .session),
        // Status
        .deliveryNetwork: CMCDKeyRule(kind: .string(maximum: 128), header: .status, versions: 2...2),
        .errorCodes: CMCDKeyRule(kind: .strings, header: .status, versions: 2...2),
        .isBackgrounded: CMCDKeyRule(kind: .boolean, header: .status, versions: 2...2),
        .isNotRendered: CMCDKeyRule(kind: .boolean, header: .status, versions: 2...2),
        .isStarved: CMCDKeyRule(kind: .boolean, header: .status),
        .playhead: CMCDKeyRule(kind: .integer, header: .status, versions: 2...2),
        .rate: CMCDKeyRule(kind: .decimal, header: .status),
        .requestedThroughput: CMCDKeyRule(kind: .integer, header: .status, rounding: 100),
        .starvationCount: CMCDKeyRule(kind: .integersByObject, header: .status, versions: 2...2),
        .starvationDurations: CMCDKeyRule(kind: .integersByObject, header: .status, versions: 2...2),
        .starvationTotal: CMCDKeyRule(kind: .integersByObject, header: .status, versions: 2...2),
        // Events only; they have no header field.
        .customEventName: CMCDKeyRule(
            kind: .string(maximum: 64), header: .request, versions: 2...2, isForEvents: true, onlyEvent: .custom),
        .dynamicServerData: CMCDKeyRule(kind: .string(), header: .request, versions: 2...2, isForEvents: true, onlyEvent: .response),
        .event: CMCDKeyRule(kind: tokens(CMCDEvent.self), header: .request, versions: 2...2, isForEvents: true),
        .host: CMCDKeyRule(kind: .string(maximum: 128), header: .request, versions: 2...2, isForEvents: true),
        .responseCode: CMCDKeyRule(
            kind: .integer, header: .request, versions: 2...2, isForEvents: true, onlyEvent: .response, maximum: 999),
        .serverTrace: CMCDKeyRule(kind: .string(), header: .request, versions: 2...2, isForEvents: true, onlyEvent: .response),
        .staticServerData: CMCDKeyRule(kind: .string(), header: .request, versions: 2...2, isForEvents: true, onlyEvent: .response),
        .timestamp: CMCDKeyRule(kind: .integer, header: .request, versions: 2...2, isForEvents: true),
        .timeToFirstByte: CMCDKeyRule(kind: .integer, header: .request, versions: 2...2, isForEvents: true, onlyEvent: .response),
        .timeToFirstBodyByte: CMCDKeyRule(kind: .integer, header: .request, versions: 2...2, isForEvents: true, onlyEvent: .response),
        .timeToLastByte: CMCDKeyRule(kind: .integer, header: .request, versions: 2...2, isForEvents: true, onlyEvent: .response),
        .url: CMCDKeyRule(kind: .string(), header: .request, versions: 2...2, isForEvents: true, onlyEvent: .response),
    ]
}

/// The header field of a request that carries a key; each is for keys that change equally often.
package enum CMCDHeader: String, Sendable, Hashable, CaseIterable {
    /// Keys that differ for each object.
    case object = "CMCD-Object"
    /// Keys that differ for each request.
    case request = "CMCD-Request"
    /// Keys that are constant for a session.
    case session = "CMCD-Session"
    /// Keys that change occasionally.
    case status = "CMCD-Status"
}

/// A version of Common Media Client Data.
public enum CMCDVersion: Int, Sendable, Hashable, CaseIterable {
    /// CTA-5004: keys with each request.
    case one = 1
    /// CTA-5004-B: more keys with each request, and reports of events to other servers.
    case two = 2
}
