/// The actions of viewers at random moments, and their weights.
package struct Behaviour: Sendable, Hashable {
    /// The kind of an action.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Watches on.
        case watch
        /// Seeks to any position.
        case seek
        /// Pauses for some seconds.
        case pause
        /// Selects another quality, or leaves the selection to the player again.
        case `switch`
        /// Changes to another stream.
        case zap
        /// Leaves.
        case leave
    }

    /// An action, whose choices are numbers from 0 to 1, because what there is to choose from is known only to the viewer.
    package enum Action: Sendable, Hashable {
        /// Seeks to a share of the range that can be sought.
        case seek(Double)
        /// Pauses for a time in seconds.
        case pause(Double)
        /// Selects a level by its share of the list.
        case selectLevel(Double)
        /// Changes to a stream by its share of the list.
        case zap(Double)
        /// Leaves.
        case leave
    }

    /// The behaviour of viewers that only watch.
    package static let none = Behaviour()
    /// The mean duration of pauses, in seconds.
    static let meanPause = 10.0
    /// The maximum weight.
    private static let maximumWeight = 1e9

    /// The weights above 0, in the order of ``Kind``.
    package private(set) var weights: [(kind: Kind, weight: Double)] = []

    private init() {}

    /// Parses weights, such as `watch=6,seek=2,pause=1,leave=0.5`.
    /// - Throws: ``PlanTextError``.
    package init(_ text: String) throws(PlanTextError) {
        var found: [Kind: Double] = [:]
        for entry in text.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = entry.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])) else {
                let names = Kind.allCases.map(\.rawValue).joined(separator: ", ")
                throw PlanTextError(String(entry), "A behaviour is NAME=WEIGHT, with a name of \(names).")
            }
            guard let weight = Double(parts[1]), weight >= 0, weight <= Self.maximumWeight else {
                throw PlanTextError(String(entry), "A weight is a number, 0 or more.")
            }
            guard found[kind] == nil else { throw PlanTextError(String(entry), "\(kind.rawValue) has a weight already.") }
            found[kind] = weight
        }
        weights = Kind.allCases.compactMap { kind in found[kind].flatMap { $0 > 0 ? (kind, $0) : nil } }
        guard !weights.isEmpty else { throw PlanTextError(text, "At least one weight is above 0.") }
    }

    /// Returns a random action; `nil` to watch on.
    package func action(_ random: inout SeededRandom) -> Action? {
        // The numbers of a viewer do not depend on the kinds that are chosen.
        var choice = random.unit() * weights.reduce(0) { $0 + $1.weight }
        let detail = random.unit()
        for (kind, weight) in weights {
            choice -= weight
            guard choice < 0 else { continue }
            switch kind {
            case .watch: return nil
            case .seek: return .seek(detail)
            case .pause: return .pause(2 * Self.meanPause * detail)
            case .switch: return .selectLevel(detail)
            case .zap: return .zap(detail)
            case .leave: return .leave
            }
        }
        return nil
    }

    /// Compares the weights.
    package static func == (one: Behaviour, other: Behaviour) -> Bool {
        one.weights.map(\.kind) == other.weights.map(\.kind) && one.weights.map(\.weight) == other.weights.map(\.weight)
    }

    /// Hashes the weights.
    package func hash(into hasher: inout Hasher) {
        for (kind, weight) in weights {
            hasher.combine(kind)
            hasher.combine(weight)
        }
    }
}
