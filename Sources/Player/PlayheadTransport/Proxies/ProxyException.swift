import Foundation

/// An entry of `no_proxy`: the hosts to which requests are sent without a proxy.
struct ProxyException: Sendable, Hashable {
    private enum Hosts: Sendable, Hashable {
        case all
        /// A domain with everything below it.
        case domain(String)
        /// The addresses whose first bits are those of `bytes`.
        case network(bytes: [UInt8], bits: Int)
    }

    private let hosts: Hosts
    /// The port; `nil` for all.
    private let port: Int?

    /// Creates an exception from `*`, a domain, an IP address or a network such as `10.0.0.0/8`; domains and addresses may have a port.
    /// Returns `nil` if the entry is invalid.
    init?(_ entry: Substring) {
        let (host, port) = Self.parts(of: entry.lowercased())
        self.port = port
        if host == "*" {
            hosts = .all
        } else if let network = Self.network(host) {
            hosts = network
        } else {
            let name = Self.name(host.drop { $0 == "*" || $0 == "." })
            guard !name.isEmpty, !name.contains("/"), !name.contains(":") else { return nil }
            hosts = .domain(name)
        }
    }

    /// Whether the exception includes a host, which is a name or an address without brackets.
    func includes(host: String, port: Int) -> Bool {
        guard self.port == nil || self.port == port else { return false }
        let host = Self.name(host.lowercased()[...])
        switch hosts {
        case .all: return true
        case .domain(let domain): return host == domain || (host.hasSuffix(".\(domain)") && Self.bytes(of: host) == nil)
        case .network(let bytes, let bits):
            guard let address = Self.bytes(of: host), address.count == bytes.count else { return false }
            return Self.prefix(of: address, bits) == Self.prefix(of: bytes, bits)
        }
    }

    /// Splits an entry into its host and port. A colon in an IPv6 address without brackets does not start a port.
    private static func parts(of entry: String) -> (Substring, Int?) {
        guard let colon = entry.lastIndex(of: ":"), let port = UInt16(entry[entry.index(after: colon)...]) else {
            return (withoutBrackets(entry[...]), nil)
        }
        let host = entry[..<colon]
        guard host.hasSuffix("]") || !host.contains(":") else { return (entry[...], nil) }
        return (withoutBrackets(host), Int(port))
    }

    private static func withoutBrackets(_ host: Substring) -> Substring {
        host.hasPrefix("[") && host.hasSuffix("]") ? host.dropFirst().dropLast() : host
    }

    private static func network(_ text: Substring) -> Hosts? {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let bytes = bytes(of: String(withoutBrackets(first))) else { return nil }
        let size = bytes.count * 8
        guard parts.count > 1 else { return .network(bytes: bytes, bits: size) }
        guard let bits = Int(parts[1]), (0...size).contains(bits) else { return nil }
        return .network(bytes: bytes, bits: bits)
    }

    /// The name without a final dot.
    private static func name(_ text: Substring) -> String { String(text.hasSuffix(".") ? text.dropLast() : text) }

    private static func prefix(of bytes: [UInt8], _ bits: Int) -> [UInt8] {
        bytes.enumerated().map { index, byte in
            // bounded: an address has at most 16 bytes.
            let kept = min(max(bits - index * 8, 0), 8)
            return kept == 0 ? 0 : byte & (UInt8.max << (8 - kept))
        }
    }
}

extension ProxyException {
    /// Whether a host is the local machine itself.
    static func isLoopback(_ host: String) -> Bool {
        let host = name(host.lowercased()[...])
        if host == "localhost" || host.hasSuffix(".localhost") { return true }
        guard let bytes = bytes(of: host) else { return false }
        return bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// Returns the 4 or 16 bytes of an IP address, or `nil` if `host` is a name.
    private static func bytes(of host: String) -> [UInt8]? {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, host, &bytes) == 1 { return bytes }
        }
        return nil
    }
}
