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
