import Foundation
import Synchronization

/// The known properties of the network.
public struct NetworkConditions: Sendable, Hashable {
    /// Whether the network is cellular.
    public var isCellular: Bool
    /// Whether the network is expensive, such as a cellular network or a phone's hotspot.
    public var isExpensive: Bool
    /// Whether the user has requested to save data.
    public var isConstrained: Bool
    /// Identifies the network, for the memory of its throughput; it has no meaning otherwise. `nil` if the network is unknown.
    public var identifier: String?

    /// Creates conditions; the defaults restrict nothing.
    public init(isCellular: Bool = false, isExpensive: Bool = false, isConstrained: Bool = false, identifier: String? = nil) {
        self.isCellular = isCellular
        self.isExpensive = isExpensive
        self.isConstrained = isConstrained
        self.identifier = identifier
    }

    /// The conditions that the system reports.
    ///
    /// Linux's kernel knows whether the default route uses a modem (WWAN), which counts as cellular and expensive. Only desktop services
    /// know about hotspots, metered connections and data saving; they are not queried, so an app sets these in its player's configuration.
    /// The identifier is a hash of the interface, the router's address, and its hardware address if it is known. The kernel is asked at
    /// most once a second, because each request needs the conditions.
    public static var ofSystem: NetworkConditions {
        lastAnswer.withLock { answer in
            let now = ContinuousClock.now
            if let answer, now < answer.expiry { return answer.conditions }
            let conditions = askKernel()
            answer = (conditions, now + .seconds(1))
            return conditions
        }
    }

    private static let lastAnswer = Mutex<(conditions: NetworkConditions, expiry: ContinuousClock.Instant)?>(nil)

    private static func askKernel() -> NetworkConditions {
        let route = DefaultRoute(ipv4: kernelText("/proc/net/route")) ?? DefaultRoute(ipv6: kernelText("/proc/net/ipv6_route"))
        guard let route else { return NetworkConditions() }
        let isModem = kernelText("/sys/class/net/\(route.interface)/uevent").split(separator: "\n").contains("DEVTYPE=wwan")
        return NetworkConditions(
            isCellular: isModem, isExpensive: isModem, identifier: route.identifier(neighbours: kernelText("/proc/net/arp")))
    }

    private static func kernelText(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
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
