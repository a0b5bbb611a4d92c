import PlayheadCore
import PlayheadTransport

/// A request for a media resource has ended: one attempt, including its redirects.
///
/// The corresponding classes of AVFoundation are `AVMetricMediaResourceRequestEvent`, `AVMetricHLSPlaylistRequestEvent`,
/// `AVMetricHLSMediaSegmentRequestEvent` and `AVMetricContentKeyRequestEvent`.
public struct MediaRequestMetric: MetricEvent {
    /// The end of a request.
    public typealias Outcome = LoadOutcome

    /// The times of a request: seconds on the clock of ``MetricContext/time``. Steps that did not happen, or that the loader of the app does not
    /// report, are `nil`.
    public struct Timings: Sendable, Hashable {
        /// The request was made.
        public var start: Double
        /// The connection that the request waited for was established, including the lookup of the host's name, TCP and TLS; `nil` if the
        /// connection existed.
        public var connected: Double?
        /// The request was written to the connection.
        public var sent: Double?
        /// The head of the response arrived.
        public var firstByte: Double?
        /// The last byte of the body arrived.
        public var lastByte: Double?
        /// The reader had the whole body, or the request ended otherwise.
        public var end: Double

        /// Creates times.
        public init(start: Double, end: Double) {
            self.start = start
            self.end = end
        }
    }

    /// The connection of a request.
    public struct Connection: Sendable, Hashable {
        /// The number of the connection in its session, from 1.
        public var number: Int
        /// Whether the connection existed before the request.
        public var isReused: Bool
        /// Whether the connection uses TLS; `nil` if unknown.
        public var isSecure: Bool?
        /// The protocol; `nil` if unknown.
        public var networkProtocol: NetworkProtocol?
        /// Whether the connection uses HTTP/2; `nil` if unknown.
        public var isHTTP2: Bool? { networkProtocol.map { $0 == .http2 } }
        /// Whether a session of TLS was resumed, which saves its handshake's longest part; `nil` if unknown, false over HTTP/3.
        public var isResumed: Bool?
        /// The times of the phases of connecting; `nil` if the connection is reused, or they are unknown.
        public var phases: ConnectionPhases?

        /// Creates the facts of a connection.
        public init(
            number: Int, isReused: Bool, isSecure: Bool? = nil, networkProtocol: NetworkProtocol? = nil,
            isResumed: Bool? = nil, phases: ConnectionPhases? = nil
        ) {
            self.number = number
            self.isReused = isReused
            self.isSecure = isSecure
            self.networkProtocol = networkProtocol
            self.isResumed = isResumed
            self.phases = phases
        }
    }

    /// The name of the kind.
    public static let name = MetricName.mediaRequest
    /// The times, and the playback.
    public var context = MetricContext()
    /// The object.
    public var object: LoadObject
    /// The URL without credentials, after redirects, in at most 2048 characters.
    public var url: String
    /// The requested range; `nil` for the whole resource.
    public var byteRange: ByteRange?
    /// The number of the attempt to load the resource, from 1.
    public var attempt = 1
    /// The number of redirects.
    public var redirects = 0
    /// The outcome.
    public var outcome: Outcome
    /// The HTTP status; `nil` without a response.
    public var status: Int?
    /// The error; `nil` unless the request failed.
    public var error: PlaybackError?
    /// The number of bytes of the body that were read, after decompression.
    public var bytes: Int64 = 0
    /// The time in which the reader waited for the response and its bytes, in seconds, as counted in
    /// ``AccessLogEntry/transferDuration``.
    public var waitingTime = 0.0
    /// The times.
    public var timings: Timings
    /// The connection; `nil` if unknown, as for files.
    public var connection: Connection?
    /// The IP address of the server or proxy; `nil` if unknown.
    public var serverAddress: String?

    /// Creates a measurement.
    public init(object: LoadObject, url: String, outcome: Outcome, timings: Timings) {
        self.object = object
        self.url = url
        self.outcome = outcome
        self.timings = timings
    }

    /// Adds the steps of a transfer.
    mutating func add(_ transfer: TransferRecord) {
        timings.sent = transfer.sent
        timings.firstByte = transfer.firstByte ?? timings.firstByte
        timings.lastByte = transfer.lastByte
        guard let used = transfer.connection else { return }
        let isReused = used.isUsed || used.opened <= timings.start
        timings.connected = isReused ? nil : used.opened
        connection = Connection(
            number: used.id, isReused: isReused, isSecure: used.isSecure, networkProtocol: used.networkProtocol,
            isResumed: used.isResumed, phases: isReused ? nil : used.phases)
    }

    /// The values under the names of the properties.
    public var fields: EventFields {
        [
            "object": .string(object.name), "content": (object.content?.rawValue).eventValue, "url": .string(url),
            "byteRange": byteRange.map { range in
                .object(["offset": .int(Int(clamping: range.offset)), "length": range.length.map { Int(clamping: $0) }.eventValue])
            } ?? .null,
            "attempt": .int(attempt), "redirects": .int(redirects), "outcome": .string(outcome.rawValue), "status": status.eventValue,
            "error": error.map { $0.eventValue } ?? .null, "bytes": .int(Int(clamping: bytes)), "waitingTime": .double(waitingTime),
            "start": .double(timings.start), "connected": timings.connected.eventValue, "sent": timings.sent.eventValue,
            "firstByte": timings.firstByte.eventValue, "lastByte": timings.lastByte.eventValue, "end": .double(timings.end),
            "connection": (connection?.number).eventValue, "isReused": connection.map { .bool($0.isReused) } ?? .null,
            "isSecure": (connection?.isSecure).map { .bool($0) } ?? .null, "isHTTP2": (connection?.isHTTP2).map { .bool($0) } ?? .null,
            "networkProtocol": (connection?.networkProtocol?.rawValue).eventValue,
            "isResumed": (connection?.isResumed).map { .bool($0) } ?? .null, "lookupTime": (connection?.phases?.lookup).eventValue,
            "tcpTime": (connection?.phases?.tcp).eventValue, "tlsTime": (connection?.phases?.tls).eventValue,
            "serverAddress": serverAddress.eventValue,
        ]
    }
}
