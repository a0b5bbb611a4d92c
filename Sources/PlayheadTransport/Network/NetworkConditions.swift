import Foundation

/// The known properties of the network.
public struct NetworkConditions: Sendable, Hashable {
    /// Whether the network is cellular.
    public var isCellular: Bool
    /// Whether the network is expensive, such as a cellular network or a phone's hotspot.
    public var isExpensive: Bool
    /// Whether the user has requested to save data.
    public var isConstrained: Bool

    /// Creates conditions; the defaults restrict nothing.
    public init(isCellular: Bool = false, isExpensive: Bool = false, isConstrained: Bool = false) {
        self.isCellular = isCellular
        self.isExpensive = isExpensive
        self.isConstrained = isConstrained
    }

    /// The conditions that the system reports.
    ///
    /// Linux's kernel knows whether the default route uses a modem (WWAN), which counts as cellular and expensive. Only desktop services
    /// know about hotspots, metered connections and data saving; they are not queried, so an app sets these in its player's configuration.
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

/// The networks that requests may use.
package struct NetworkPermissions: Sendable, Hashable {
    /// Whether cellular networks are allowed.
    package var allowsCellular: Bool
    /// Whether expensive networks are allowed.
    package var allowsExpensive: Bool
    /// Whether networks are allowed while the user saves data.
    package var allowsConstrained: Bool

    /// Creates permissions; the defaults allow everything.
    package init(allowsCellular: Bool = true, allowsExpensive: Bool = true, allowsConstrained: Bool = true) {
        self.allowsCellular = allowsCellular
        self.allowsExpensive = allowsExpensive
        self.allowsConstrained = allowsConstrained
    }

    /// Returns whether a network is allowed.
    package func allow(_ conditions: NetworkConditions) -> Bool {
        (allowsCellular || !conditions.isCellular) && (allowsExpensive || !conditions.isExpensive)
            && (allowsConstrained || !conditions.isConstrained)
    }

    /// Whether every network is allowed, so that no check is needed.
    package var allowAll: Bool { allowsCellular && allowsExpensive && allowsConstrained }
}

/// Parses the kernel's routing tables.
enum DefaultRoute {
    /// Returns the interface of the default route in `/proc/net/route`; of several, the one with the lowest metric.
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

    /// Returns the interface of the default route in `/proc/net/ipv6_route`.
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
