import Foundation
import PlayheadAdaptive

/// Recorded networks and the scores of known policies on them, beside the repository. Tests that need them are skipped where they are absent.
enum Corpus {
    private static let folder: URL = {
        var root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        while root.pathComponents.count > 1, root.lastPathComponent != "Tests" { root.deleteLastPathComponent() }
        return root.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/corpora")
    }()

    /// Whether a corpus is there; says so when it isn't.
    static func has(_ name: String) -> Bool {
        let isThere = FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
        if !isThere { print("skipped: no corpus \(name) at \(folder.path)") }
        return isThere
    }

    /// Whether the recorded networks are there.
    static let hasTraces = has("traces-sabre")

    /// The movie.
    static func movie() throws -> SimulatedMovie { try decode("traces-sabre/bbb.json") }

    /// The names of the recorded networks, in order.
    static func traceNames() throws -> [String] {
        let path = folder.appendingPathComponent("traces-sabre/3Glogs").path
        return try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".json") }.sorted()
    }

    /// A recorded network.
    static func trace(_ name: String) throws -> NetworkTrace { try decode("traces-sabre/3Glogs/\(name)") }

    /// What a known policy scored, by the name of the network.
    static func scores(of policy: String, in setup: String) throws -> [String: Baseline] {
        let all: [String: [String: Setup]] = try decode("traces-sabre/baselines.json")
        return all[setup]?[policy]?.perTrace ?? [:]
    }

    /// What a known policy reached on a network.
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

    private static func decode<Value: Decodable>(_ path: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(contentsOf: folder.appendingPathComponent(path)))
    }
}
