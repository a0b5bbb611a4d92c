/// The facts of an established connection.
package struct ConnectionFacts: Sendable, Hashable {
    /// The IP address of the server or proxy; `nil` if it is unknown.
    package var address: String?
    /// Whether the connection uses TLS.
    package var isSecure: Bool
    /// The protocol.
    package var networkProtocol: NetworkProtocol
    /// Whether a session of TLS was resumed; false for QUIC, of which it is unknown.
    package var isResumed: Bool
    /// The times of the phases of connecting; `nil` if they are unknown.
    package var phases: ConnectionPhases?

    /// Creates the facts of a connection.
    package init(
        address: String? = nil, isSecure: Bool = false, networkProtocol: NetworkProtocol = .http1, isResumed: Bool = false,
        phases: ConnectionPhases? = nil
    ) {
        self.address = address
        self.isSecure = isSecure
        self.networkProtocol = networkProtocol
        self.isResumed = isResumed
        self.phases = phases
    }
}
