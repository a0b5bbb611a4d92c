import PlayheadAdaptive
import TestSupport

/// Recorded networks and the scores of known policies on them.
enum Networks {
    private static let corpus = "traces-sabre"

    /// Whether the recorded networks are available.
    static let areThere = Corpus.has(corpus)

    /// The movie.
    static func movie() throws -> SimulatedMovie { try Corpus.decode(corpus, "bbb.json") }

    /// The names of the recorded networks, in order.
    static func names() -> [String] { Corpus.files(corpus, "3Glogs").filter { $0.hasSuffix(".json") } }

    /// A recorded network.
    static func trace(_ name: String) throws -> NetworkTrace { try Corpus.decode(corpus, "3Glogs/\(name)") }

    /// Returns the scores of a known policy, by the name of the network.
    static func scores(of policy: String, in setup: String) throws -> [String: Baseline] {
        let all: [String: [String: Setup]] = try Corpus.decode(corpus, "baselines.json")
        return all[setup]?[policy]?.perTrace ?? [:]
    }

    /// The score of a known policy on a network.
    struct Baseline: Decodable {
        let score: Double
        let rebufferRatio: Double

        private enum CodingKeys: String, CodingKey {
            case score
            case rebufferRatio = "rebuffer_ratio"
        }
    }

    private struct Setup: Decodable {
        let perTrace: [String: Baseline]

        private enum CodingKeys: String, CodingKey {
            case perTrace = "per_trace"
        }
    }
}
