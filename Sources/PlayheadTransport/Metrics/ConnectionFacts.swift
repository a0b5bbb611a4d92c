/// The facts of an established connection.
package struct ConnectionFacts: Sendable, Hashable {
    /// The IP address of the server or proxy; `nil` if it is unknown.
    package var address: String?
    /// Whether the connection uses TLS.
    package var isSecure: Bool
    /// Whether the connection uses HTTP/2, and has requests beside each other.
    package var isHTTP2: Bool
    /// Whether a session of TLS was resumed.
    package var isResumed: Bool
    /// The times of the phases of connecting; `nil` if they are unknown.
    package var phases: ConnectionPhases?

    /// Creates the facts of a connection.
    package init(
        address: String? = nil, isSecure: Bool = false, isHTTP2: Bool = false, isResumed: Bool = false, phases: ConnectionPhases? = nil
    ) {
        self.address = address
        self.isSecure = isSecure
        self.isHTTP2 = isHTTP2
        self.isResumed = isResumed
        self.phases = phases
    }
}
