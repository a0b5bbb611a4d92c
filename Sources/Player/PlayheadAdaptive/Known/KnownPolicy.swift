/// The policies that can be compared, by name.
package enum KnownPolicy: String, CaseIterable, Sendable {
    /// ``AdaptivePolicy``, which the player uses except in low latency.
    case plan
    /// ``Bola``
    case bola
    /// ``EnhancedBola``
    case bolaE = "bola-e"
    /// ``ThroughputRule``
    case throughput
    /// ``Dynamic``
    case dynamic
    /// ``RobustMPC``
    case mpc

    /// Makes a policy without measurements.
    package func make() -> any RungPolicy {
        switch self {
        case .plan: AdaptivePolicy()
        case .bola: Bola()
        case .bolaE: EnhancedBola()
        case .throughput: ThroughputRule()
        case .dynamic: Dynamic()
        case .mpc: RobustMPC()
        }
    }
}
