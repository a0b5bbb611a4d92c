/// The conditions under which the server of an overlay accepts a request. Hosts and origins are compared in full.
struct RequestPolicy: Sendable, Hashable {
    /// The permitted values of the Host field; others are refused because of DNS rebinding.
    var hosts: Set<String>
    /// The origins whose pages may connect.
    var origins: Set<String>
    /// The token that pairs a page with the player.
    var token: String

    /// Whether a request with this Host field is answered.
    func admits(host: String?) -> Bool { host.map { hosts.contains($0.lowercased()) } ?? false }

    /// The reason why a page with a token in the address of its request may not connect; `nil` if it may.
    func refusal(host: String?, origin: String?, token given: String?) -> String? {
        guard admits(host: host) else { return "the host '\(host ?? "")' is not this server" }
        guard let origin, origins.contains(origin) else { return "the origin '\(origin ?? "")' is not allowed" }
        guard let given, Self.isEqual(given, token) else { return "the pairing token is wrong" }
        return nil
    }

    /// Compares in a time that does not depend on the number of equal bytes.
    private static func isEqual(_ left: String, _ right: String) -> Bool {
        let left = Array(left.utf8)
        let right = Array(right.utf8)
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Returns a random token of 128 bits.
    static func makeToken() -> String {
        (0..<2).map { _ in
            let text = String(UInt64.random(in: .min ... .max), radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }.joined()
    }
}
