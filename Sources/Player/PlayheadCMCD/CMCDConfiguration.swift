import Foundation

/// The reports of a player about its requests and its playback, by Common Media Client Data (CTA-5004, CTA-5004-B).
///
/// The reports contain no URL with a user name, a password or a credential in its query.
public struct CMCDConfiguration: Sendable, Hashable {
    /// The way in which the data of a request is transmitted.
    public enum Transport: String, Sendable, Hashable, CaseIterable {
        /// In the query argument `CMCD` of the URL.
        case query
        /// In the header fields `CMCD-Object`, `CMCD-Request`, `CMCD-Session` and `CMCD-Status`.
        case header
        /// Not at all: only events are reported.
        case none
    }

    /// The keys that are sent unless others are selected: all except ``CMCDKey/topPlayableBitrate``, which can identify a device.
    public static let defaultKeys = Set(CMCDKey.allCases).subtracting([.topPlayableBitrate])

    /// The version of requests; 2 by default. Events are always reported in version 2.
    public var version = CMCDVersion.two
    /// The transmission of the data of requests; in the query by default.
    public var transport = Transport.query
    /// The keys of requests; ``defaultKeys`` by default. In version 2, the version is always sent.
    public var keys = CMCDConfiguration.defaultKeys
    /// The servers that receive events; none by default.
    public var targets: [CMCDTarget] = []
    /// The identifier of the session, at most 64 printable ASCII characters; `nil`, the default, and an invalid text select a random UUID
    /// for each player.
    public var sessionID: String?
    /// The identifier of the content, at most 128 printable ASCII characters, 64 in version 1; `nil`, the default, uses that of the item. It
    /// is not sent if it is invalid.
    public var contentID: String?
    /// A signature of the content, in printable ASCII characters; none by default.
    public var contentSignature: String?
    /// Custom keys and their values, at most 64 printable ASCII characters, which are sent with each report. Invalid values are not sent.
    public var customKeys: [CMCDCustomKey: String] = [:]
    /// Whether the selection of quality follows the maximum bit rate in the responses (`mb` of CMSD, CTA-5006). False by default.
    public var followsServerLimits = false

    /// Creates the defaults.
    public init() {}
}

/// A server that receives reports of events in version 2, as POST requests of the type `application/cmcd`.
///
/// A report that fails by the network, with status 429 or 5xx is sent again, after growing delays; one that the server refuses otherwise is
/// dropped. After status 410 the server receives no further reports of the session.
public struct CMCDTarget: Sendable, Hashable {
    /// The events of a target unless others are selected: the recommended minimum.
    public static let defaultEvents: Set<CMCDEvent> = [.playState, .error, .interval, .response]
    /// The minimum of ``interval``, in seconds.
    static let minimumInterval = 0.1

    /// The URL.
    public var url: URL
    /// The events that are reported; ``defaultEvents`` by default.
    public var events = CMCDTarget.defaultEvents
    /// The keys of reports; ``CMCDConfiguration/defaultKeys`` by default. Those that an event needs are always sent.
    public var keys = CMCDConfiguration.defaultKeys
    /// The interval of ``CMCDEvent/interval``, in seconds; 30 by default, 0 for never. One below .1 s is .1 s.
    public var interval = 30.0
    /// The number of events that are collected before they are sent together, 1 to 100; 1 by default.
    public var batchSize = 1
    /// The maximum time for which events are collected, in seconds; 10 by default.
    public var batchDelay = 10.0

    /// Creates a target with the defaults.
    /// - Parameter url: The URL, with the scheme `http` or `https`.
    public init(url: URL) { self.url = url }
}
