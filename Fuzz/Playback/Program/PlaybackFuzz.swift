import ArgumentParser
import Foundation

/// Plays the content of a hostile origin in process: transport, engine and FFmpeg's wrappers, with input that is generated from a seed.
@main
struct PlaybackFuzz: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "PlayheadPlaybackFuzz",
        abstract: "Plays mutated streams and files, and checks that every playback ends in an orderly way.")

    @Argument(help: "playbacks, of a hostile origin; or files, mutated, through probe and play.")
    var kind = ScenarioKind.playbacks

    @Option(help: "The first scenario's seed.")
    var seed: UInt64 = 1

    @Option(help: "The number of scenarios; as many as there is time for unless given.")
    var count: Int?

    @Option(help: "The seconds after which no further scenario starts.")
    var seconds: Double?

    @Option(help: "A folder that keeps the samples from one run to the next.")
    var samples = ".build/fuzz/samples"

    @Option(help: "The memory in MB by which one scenario may grow at most.")
    var megabytes = 300

    @Option(help: "The seconds that one scenario may take of the processors at most.")
    var limit = 20.0

    @Flag(help: "Run the scenarios in this process, whose trap ends it, and print what each of them does.")
    var direct = false

    func run() async throws {
        let folder = URL(fileURLWithPath: samples)
        let limits = ScenarioLimits(seconds: limit, megabytes: megabytes)
        if direct {
            let library = try await SampleLibrary.load(cache: folder)
            let worker = await Worker(kind: kind, library: library, limits: limits)
            guard await worker.run(from: seed, count: count ?? .max, seconds: seconds) else { throw ExitCode.failure }
            return
        }
        // The samples are created before any time is measured.
        _ = try await SampleLibrary.load(cache: folder)
        var supervisor = Supervisor(kind: kind, samples: samples, limits: limits)
        guard try supervisor.run(from: seed, count: count ?? .max, seconds: seconds) else { throw ExitCode.failure }
    }
}
