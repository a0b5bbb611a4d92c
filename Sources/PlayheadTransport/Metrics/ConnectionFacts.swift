/// The facts of an established connection.
package struct ConnectionFacts: Sendable, Hashable {
    /// The IP address of the server or proxy; `nil` if it is unknown.
    package var address: String?
    /// Whether the connection uses TLS.
    package var isSecure: Bool
    /// Whether the connection uses HTTP/2, and has requests beside each other.
    package var isHTTP2: Bool

    /// Creates the facts of a connection.
    package init(address: String? = nil, isSecure: Bool = false, isHTTP2: Bool = false) {
        self.address = address
        self.isSecure = isSecure
        self.isHTTP2 = isHTTP2
    }
}
