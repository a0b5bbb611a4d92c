import Foundation

/// What sort of network requests go over, as far as it is known.
public struct NetworkConditions: Sendable, Hashable {
    /// Whether it is a mobile one.
    public var isCellular: Bool
    /// Whether its use costs money: a mobile one, a telephone's hotspot.
    public var isExpensive: Bool
    /// Whether the user asked to save data.
    public var isConstrained: Bool

    /// Makes conditions; by default nothing stands in the way.
    public init(isCellular: Bool = false, isExpensive: Bool = false, isConstrained: Bool = false) {
        self.isCellular = isCellular
        self.isExpensive = isExpensive
        self.isConstrained = isConstrained
    }

    /// What the system says now.
    ///
    /// Linux's kernel knows whether the default route leads over a modem (WWAN); that is taken as cellular and expensive. Hotspots, metered
    /// connections and a wish to save data are known to desktop services only, which are not asked: an app that knows says so in its
    /// player's configuration.
    public static var ofSystem: NetworkConditions {
        let tables = ["route": "/proc/net/route", "ipv6_route": "/proc/net/ipv6_route"].mapValues { path in
            (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        }
        let interface = DefaultRoute.interface(ofIPv4: tables["route"] ?? "") ?? DefaultRoute.interface(ofIPv6: tables["ipv6_route"] ?? "")
        guard let interface else { return NetworkConditions() }
        let device = (try? String(contentsOfFile: "/sys/class/net/\(interface)/uevent", encoding: .utf8)) ?? ""
        let isModem = device.split(separator: "\n").contains("DEVTYPE=wwan")
        return NetworkConditions(isCellular: isModem, isExpensive: isModem)
    }
}

/// Which networks requests may use.
public struct NetworkPermissions: Sendable, Hashable {
    /// Mobile ones.
    public var allowsCellular: Bool
    /// Such that cost money.
    public var allowsExpensive: Bool
    /// Any, while the user asked to save data.
    public var allowsConstrained: Bool

    /// Makes permissions; by default everything is allowed.
    public init(allowsCellular: Bool = true, allowsExpensive: Bool = true, allowsConstrained: Bool = true) {
        self.allowsCellular = allowsCellular
        self.allowsExpensive = allowsExpensive
        self.allowsConstrained = allowsConstrained
    }

    /// Whether a network may be used.
    public func allow(_ conditions: NetworkConditions) -> Bool {
        (allowsCellular || !conditions.isCellular) && (allowsExpensive || !conditions.isExpensive)
            && (allowsConstrained || !conditions.isConstrained)
    }

    /// Whether any may be used, so that nothing has to be asked.
    public var allowAll: Bool { allowsCellular && allowsExpensive && allowsConstrained }
}

/// Reads the kernel's tables of routes.
enum DefaultRoute {
    /// The interface of the default route of `/proc/net/route`, of several the one with the lowest metric.
    static func interface(ofIPv4 table: String) -> String? {
        best(
            table.split(separator: "\n").dropFirst().compactMap { line in
                let columns = line.split(whereSeparator: \.isWhitespace)
                guard columns.count > 7, columns[1] == "00000000", columns[7] == "00000000", let metric = Int(columns[6]) else {
                    return nil
                }
                return (String(columns[0]), metric)
            })
    }

    /// The interface of the default route of `/proc/net/ipv6_route`.
    static func interface(ofIPv6 table: String) -> String? {
        best(
            table.split(separator: "\n").compactMap { line in
                let columns = line.split(whereSeparator: \.isWhitespace)
                guard columns.count > 9, columns[0].allSatisfy({ $0 == "0" }), columns[1] == "00", columns[9] != "lo",
                    let metric = Int(columns[5], radix: 16)
                else { return nil }
                return (String(columns[9]), metric)
            })
    }

    private static func best(_ routes: [(String, Int)]) -> String? { routes.min { $0.1 < $1.1 }?.0 }
}
