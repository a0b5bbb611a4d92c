/// The statements of servers about a response, by Common Media Server Data (CTA-5006).
public struct CMSD: Sendable, Hashable {
    /// The object that the origin sent; `nil` without `CMSD-Static`.
    package var object: CMSDObject?
    /// The servers between the origin and the player, in the order in which the response passed them.
    public var servers: [CMSDServer]

    /// The name of the header field of the object.
    package static let staticField = "CMSD-Static"
    /// The name of the header field of the servers.
    package static let dynamicField = "CMSD-Dynamic"

    /// Reads the header fields of a response; `nil` without valid data. Invalid fields and values are left out.
    /// - Parameters:
    ///   - staticField: The value of `CMSD-Static`; `nil` without one.
    ///   - dynamicField: The value of `CMSD-Dynamic`; `nil` without one.
    package init?(staticField: String?, dynamicField: String?) {
        object = staticField.flatMap(CMSDObject.init)
        servers = dynamicField.map(CMSDServer.servers) ?? []
        if object == nil, servers.isEmpty { return nil }
    }

    /// The server that is nearest to the player.
    public var edge: CMSDServer? { servers.last }

    /// The lowest maximum bit rate that a server suggests, in bits per second; `nil` without a suggestion.
    public var maximumBitrate: Double? { servers.compactMap(\.maximumBitrate).min() }
}

/// An object as its origin describes it (`CMSD-Static`).
package struct CMSDObject: Sendable, Hashable {
    /// The time at which the object became available, in seconds since 1970.
    package var available: Double?
    /// The bit rate, in bits per second.
    package var bitrate: Double?
    /// The duration, in seconds.
    package var duration: Double?
    /// The time for which the origin held the response back, in seconds.
    package var heldTime: Double?
    /// The name of the origin.
    package var server: String?
    /// The object that is requested next, relative to the URL of the request.
    package var nextObject: String?
    /// The byte range that is requested next.
    package var nextRange: String?
    /// The kind of the object.
    package var kind: CMCDObjectType?
    /// The streaming format.
    package var format: CMCDStreamingFormat?
    /// The kind of the stream.
    package var streamType: CMCDStreamType?
    /// Whether the object was needed urgently.
    package var isUrgent = false

    /// Reads the value of `CMSD-Static`; `nil` if it is invalid or has no known key.
    init?(_ field: String) {
        guard field.utf8.count <= StructuredFields.maximumMember, let members = try? StructuredFields.members(of: Array(field.utf8))
        else { return nil }
        let values = Dictionary(members.map { ($0.key, $0.value.items.first?.value) }) { $1 }
        let thousand = 1000.0
        func number(_ key: String) -> Double? {
            if case .integer(let number)?? = values[key], number >= 0 { Double(number) } else { nil }
        }
        func text(_ key: String) -> String? {
            switch values[key] {
            case .string(let text)??, .token(let text)??: text
            default: nil
            }
        }
        available = number("at").map { $0 / thousand }
        bitrate = number("br").map { $0 * thousand }
        duration = number("d").map { $0 / thousand }
        heldTime = number("ht").map { $0 / thousand }
        server = text("n")
        nextObject = text("nor")
        nextRange = text("nrr").flatMap { ValueCheck.isRange($0) ? $0 : nil }
        kind = text("ot").flatMap(CMCDObjectType.init)
        format = text("sf").flatMap(CMCDStreamingFormat.init)
        streamType = text("st").flatMap(CMCDStreamType.init)
        isUrgent = values["su"] == .boolean(true)
        let known: Set<String> = ["at", "br", "d", "ht", "n", "nor", "nrr", "ot", "sf", "st", "su"]
        if known.isDisjoint(with: values.keys) { return nil }
    }
}

/// A server that a response passed (an item of `CMSD-Dynamic`).
public struct CMSDServer: Sendable, Hashable {
    /// The name.
    public var name: String
    /// Whether the server is overloaded, so that the player should use another one.
    public var isUnderDuress = false
    /// The throughput to the next receiver that the server estimates, in bits per second.
    public var estimatedThroughput: Double?
    /// The maximum bit rate that the player should select, in bits per second.
    public var maximumBitrate: Double?
    /// The time from the request to the first byte that the server could send, in seconds.
    public var responseDelay: Double?
    /// The round-trip time to the next receiver, in seconds.
    public var roundTripTime: Double?

    /// Reads the value of `CMSD-Dynamic`; empty if it is invalid.
    static func servers(_ field: String) -> [CMSDServer] {
        let items = (try? StructuredFields.items(of: Array(field.utf8))) ?? []
        return items.compactMap(CMSDServer.init)
    }

    private init?(_ item: CMCDItem) {
        switch item.value {
        case .string(let text), .token(let text): name = text
        default: return nil
        }
        let thousand = 1000.0
        for parameter in item.parameters {
            if parameter.name == "du" { isUnderDuress = parameter.value == .boolean(true) }
            guard case .integer(let number) = parameter.value, number >= 0 else { continue }
            switch parameter.name {
            case "etp": estimatedThroughput = Double(number) * thousand
            case "mb": maximumBitrate = Double(number) * thousand
            case "rd": responseDelay = Double(number) / thousand
            case "rtt": roundTripTime = Double(number) / thousand
            default: break
            }
        }
    }
}
