import ArgumentParser
import Foundation
import Playhead
import PlayheadArguments

/// Prints the events of a recorded playback.
struct ReplayCommand: AsyncParsableCommand {
    enum Format: String, EnumerableFlag {
        case json
        case text
    }

    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Prints the events of a trace that 'play --trace' recorded, without playback.")

    @Argument(help: "The trace.", completion: .file())
    var file: String

    @Flag(help: "One JSON object for each event, as 'play --json' prints them, or lines for people.")
    var format = Format.json

    @MainActor
    func run() async throws {
        let trace: PlaybackTrace
        do { trace = try PlaybackTrace(contentsOf: URL(fileURLWithPath: file)) } catch {
            standardError("\(error)")
            throw ExitCode(ExitStatus.failed.rawValue)
        }
        let output: any SessionOutput = format == .json ? JSONOutput() : PlainOutput()
        var summary = SessionSummary()
        trace.forEachEvent { event, timeline in
            summary.note(event, timeline)
            if !output.isBroken { output.write(event) }
        }
        if let end = trace.end {
            summary.finish(end.counts, at: end.time)
            output.finish(summary)
        }
        if let problem = trace.problem {
            standardError("\(problem)")
            throw ExitCode(ExitStatus.failed.rawValue)
        }
    }
}
