import CCurl

/// The record of a connection that was established, including TLS. Times are in seconds on the clock of its ``TransferMetrics``.
package struct ConnectionRecord: Sendable, Hashable, Identifiable {
    /// The number, which is unique within a ``TransferMetrics``; numbers increase in the order of the beginnings.
    package let id: Int
    /// The time at which the connection accepted requests.
    package private(set) var opened: Double
    /// The time at which the connection was closed by either side; `nil` before.
    package var closed: Double?
    /// Whether a response has begun on the connection.
    package var isUsed = false
    /// The IP address of the server or proxy; `nil` if it is unknown.
    package let address: String?
    /// Whether the connection uses TLS.
    package let isSecure: Bool
    /// The protocol.
    package let networkProtocol: NetworkProtocol
    /// Whether a session of TLS was resumed; false for QUIC, of which it is unknown.
    package let isResumed: Bool
    /// The times of the phases of connecting; `nil` if they are unknown.
    package let phases: ConnectionPhases?

    /// Creates the record of a connection that was established at `opened`.
    package init(
        id: Int, opened: Double, address: String? = nil, isSecure: Bool = false, networkProtocol: NetworkProtocol = .http1,
        isResumed: Bool = false, phases: ConnectionPhases? = nil
    ) {
        self.id = id
        self.opened = opened
        self.address = address
        self.isSecure = isSecure
        self.networkProtocol = networkProtocol
        self.isResumed = isResumed
        self.phases = phases
    }

    /// Returns the record with times from `origin`.
    package func since(_ origin: Double) -> ConnectionRecord {
        var record = self
        record.opened -= origin
        record.closed? -= origin
        return record
    }
}

/// The protocol of a connection, by its name in the negotiation of protocols (RFC 7301).
public enum NetworkProtocol: String, Sendable, Hashable {
    /// HTTP/1.1 or 1.0.
    case http1 = "http/1.1"
    /// HTTP/2.
    case http2 = "h2"
    /// HTTP/3, over QUIC.
    case http3 = "h3"

    /// Whether a connection has requests beside each other.
    package var multiplexes: Bool { self != .http1 }
}

/// The times that the phases of connecting have taken, in seconds. Through a proxy, name lookup and TCP are those of the proxy.
public struct ConnectionPhases: Sendable, Hashable {
    /// The time of the name lookup, including the wait for a connection.
    public var lookup: Double
    /// The time of TCP, or of QUIC with its TLS.
    public var tcp: Double
    /// The time of TLS over TCP with the server, including that of the negotiation with a proxy before it; 0 over http.
    public var tls: Double

    /// Creates phases; times are in seconds.
    public init(lookup: Double, tcp: Double, tls: Double) {
        self.lookup = lookup
        self.tcp = tcp
        self.tls = tls
    }

    /// Reads the phases of a request that has opened a connection, with TLS over TCP or without.
    init(of easy: UnsafeMutableRawPointer, hasTLS: Bool) {
        func time(_ info: CURLINFO) -> Double { Double(playhead_get_offset(easy, info)) / 1e6 }
        let lookup = time(CURLINFO_NAMELOOKUP_TIME_T)
        let connected = max(lookup, time(CURLINFO_CONNECT_TIME_T))
        self.init(lookup: lookup, tcp: connected - lookup, tls: hasTLS ? max(0, time(CURLINFO_APPCONNECT_TIME_T) - connected) : 0)
    }
}
