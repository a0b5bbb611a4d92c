import Foundation

/// The limits of an origin for its clients.
package struct OriginLimits: Sendable, Hashable {
    /// The maximum number of connections at a time; more are closed.
    package var connections = 4096
    /// The maximum length of the body of a request in bytes; those of `GET` and `HEAD` are ignored.
    package var body = 1 << 20
    /// The maximum length of the bodies of all requests at a time, in bytes.
    package var bodies = 32 << 20
    /// The maximum number of seconds until the next request on a connection is complete, and in which a client reads nothing of a response.
    package var timeout = 60.0
    /// The names of the server. Requests to other hosts that could be those of a site are refused, because a site can let its name resolve to
    /// this machine (DNS rebinding). `nil` answers all requests.
    package var hosts: Set<String>?

    /// Names of private networks, under which no site can have a name.
    private static let privateSuffixes = [".localhost", ".local", ".internal", ".lan", ".home.arpa"]

    /// Creates limits.
    package init() {}

    /// Whether a request with the value of a `Host` field is answered: one of ``hosts``, an address, or a name of a private network.
    func admits(host field: String) -> Bool {
        guard let hosts else { return true }
        let isBracketed = field.hasPrefix("[")
        let end = isBracketed ? field.firstIndex(of: "]") : field.lastIndex(of: ":")
        var host = (end.map { field[..<$0] } ?? field[...]).lowercased()
        if isBracketed { host.removeFirst() }
        if host.hasSuffix(".") { host.removeLast() }
        return hosts.contains { $0.lowercased() == host } || !host.contains(".") || Self.isAddress(host)
            || Self.privateSuffixes.contains { host.hasSuffix($0) }
    }

    private static func isAddress(_ host: String) -> Bool {
        var address = in_addr()
        return inet_pton(AF_INET, host, &address) == 1
    }
}
