/// The default route in the kernel's routing tables; of several, the one with the lowest metric.
struct DefaultRoute: Equatable {
    let interface: String
    /// The router's address as in the table, in hexadecimal digits.
    let gateway: String

    /// Parses `/proc/net/route`; `nil` without a default route.
    init?(ipv4 table: String) {
        let routes = table.split(separator: "\n").dropFirst().compactMap { line -> Candidate? in
            let columns = line.split(whereSeparator: \.isWhitespace)
            guard columns.count > 7, columns[1] == "00000000", columns[7] == "00000000", let metric = Int(columns[6]) else { return nil }
            return Candidate(interface: columns[0], gateway: columns[2], metric: metric)
        }
        self.init(bestOf: routes)
    }

    /// Parses `/proc/net/ipv6_route`; `nil` without a default route.
    init?(ipv6 table: String) {
        let routes = table.split(separator: "\n").compactMap { line -> Candidate? in
            let columns = line.split(whereSeparator: \.isWhitespace)
            guard columns.count > 9, columns[0].allSatisfy({ $0 == "0" }), columns[1] == "00", columns[9] != "lo",
                let metric = Int(columns[5], radix: 16)
            else { return nil }
            return Candidate(interface: columns[9], gateway: columns[4], metric: metric)
        }
        self.init(bestOf: routes)
    }

    private struct Candidate {
        let interface: Substring
        let gateway: Substring
        let metric: Int
    }

    private init?(bestOf routes: [Candidate]) {
        guard let best = routes.min(by: { $0.metric < $1.metric }) else { return nil }
        interface = String(best.interface)
        gateway = String(best.gateway)
    }

    /// Returns an identifier of the network: 16 hexadecimal digits (FNV-1a, 64 bits). `neighbours` is `/proc/net/arp`, which has the router's
    /// hardware address once it was used.
    func identifier(neighbours: String) -> String {
        let text = [interface, gateway, hardwareAddress(in: neighbours) ?? ""].joined(separator: " ")
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private func hardwareAddress(in neighbours: String) -> String? {
        guard let address = dottedGateway else { return nil }
        for line in neighbours.split(separator: "\n").dropFirst() {
            let columns = line.split(whereSeparator: \.isWhitespace)
            if columns.count > 5, columns[0] == address, columns[5] == interface, columns[3] != "00:00:00:00:00:00" {
                return String(columns[3])
            }
        }
        return nil
    }

    /// The router's IPv4 address in the form of `/proc/net/arp`; the table has its bytes in reverse order.
    private var dottedGateway: String? {
        guard gateway.utf8.count == 8, let number = UInt32(gateway, radix: 16) else { return nil }
        return stride(from: 0, to: 32, by: 8).map { String((number >> UInt32($0)) & 0xff) }.joined(separator: ".")
    }
}
