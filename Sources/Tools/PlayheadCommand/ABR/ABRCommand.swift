import ArgumentParser
import Foundation
import PlayheadAdaptive
import PlayheadArguments
import PlayheadCore

/// Scores the player's adaptive quality selection on recorded networks.
struct ABRCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "abr", abstract: "Scores the player's choice of quality, or that of known policies, on recorded networks.",
        discussion: "The forms of the files and the score are those of sabre (UMass-LIDS).")

    @Option(help: "A JSON file with segment_duration_ms, bitrates_kbps and segment_sizes_bits.")
    var movie: String

    @Option(parsing: .upToNextOption, help: "JSON files with a list of duration_ms, bandwidth_kbps and latency_ms.")
    var trace: [String]

    @Option(help: "The maximum duration of the buffer, in seconds.")
    var buffer = 25.0

    @Option(
        help: "The policy: \(KnownPolicy.allCases.map(\.rawValue).joined(separator: ", ")); plan is the player's, and all compares them.")
    var policy = PolicyChoice.one(.plan)

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard buffer.isFinite, buffer > 0, buffer <= 3600 else { throw ValidationError("--buffer takes seconds, above 0 and at most 3600") }
        guard !trace.isEmpty else { throw ValidationError("--trace needs a file") }
    }

    func run() throws {
        let movie: SimulatedMovie = try ABRFile.read(movie)
        guard movie.segmentDuration <= buffer else {
            throw ValidationError("--buffer is less than a segment of the movie (\(movie.segmentDuration) s)")
        }
        let networks: [(name: String, network: NetworkTrace)] = try trace.map {
            (URL(fileURLWithPath: $0).lastPathComponent, try ABRFile.read($0))
        }
        let writer = LineWriter.standardOutput
        switch policy {
        case .one(let policy):
            let report = try report(of: policy, movie: movie, networks: networks)
            if json { writer.write(json: JSONText.text(report.value)) } else { report.table.forEach { writer.write($0) } }
        case .all:
            var comparison = ABRComparison()
            for policy in KnownPolicy.allCases { comparison.add(try report(of: policy, movie: movie, networks: networks), of: policy) }
            if json { writer.write(json: JSONText.text(comparison.value)) } else { comparison.table.forEach { writer.write($0) } }
        }
    }

    private func report(
        of policy: KnownPolicy, movie: SimulatedMovie, networks: [(name: String, network: NetworkTrace)]
    ) throws -> ABRReport {
        var policy = policy.make()
        var report = ABRReport()
        for (name, network) in networks {
            policy.startOver(memory: nil)
            do {
                report.add(try AdaptiveSimulation(movie: movie, network: network, bufferLimit: buffer).run(&policy), of: name)
            } catch {
                standardError("error: \(name): \(error)")
                throw ExitCode(ExitStatus.failed.rawValue)
            }
        }
        return report
    }
}

/// The value of `--policy`.
enum PolicyChoice: ExpressibleByArgument {
    case one(KnownPolicy)
    case all

    init?(argument: String) {
        if argument == "all" {
            self = .all
        } else if let policy = KnownPolicy(rawValue: argument) {
            self = .one(policy)
        } else {
            return nil
        }
    }

    static var allValueStrings: [String] { KnownPolicy.allCases.map(\.rawValue) + ["all"] }

    var defaultValueDescription: String {
        switch self {
        case .one(let policy): policy.rawValue
        case .all: "all"
        }
    }
}
