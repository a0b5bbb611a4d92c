/// The way a server of the tests uses TLS.
package struct TLSSettings: Sendable {
    /// A version of TLS, with its number on the wire (RFC 8446 §4.1.2).
    package enum Version: Int, Sendable, CaseIterable {
        case tls10 = 0x0301
        case tls11 = 0x0302
        case tls12 = 0x0303
        case tls13 = 0x0304
    }

    /// The protocols that the server offers (RFC 7301), the preferred one first. A client that offers none of them is refused.
    package var protocols: [String]
    /// The newest version of TLS that the server supports, beside all older ones.
    package var newestVersion: Version
    /// Whether the server announces the end of its data with a `close_notify` alert; otherwise it looks like a truncation
    /// (RFC 8446 §6.1).
    package var announcesEnd: Bool

    /// Creates settings; by default those of an ordinary server with HTTP/1.1.
    package init(protocols: [String] = ["http/1.1"], newestVersion: Version = .tls13, announcesEnd: Bool = true) {
        self.protocols = protocols
        self.newestVersion = newestVersion
        self.announcesEnd = announcesEnd
    }
}
