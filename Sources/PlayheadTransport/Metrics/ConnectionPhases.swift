import CCurl

/// The times that the phases of connecting have taken, in seconds.
public struct ConnectionPhases: Sendable, Hashable {
    /// The time of the name lookup, including the wait for a connection.
    public var lookup: Double
    /// The time of TCP, or of QUIC with its TLS.
    public var tcp: Double
    /// The time of TLS over TCP; 0 without it.
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
