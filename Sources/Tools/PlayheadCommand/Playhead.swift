import ArgumentParser
import Foundation
import Playhead
import PlayheadArguments
import PlayheadCore
import PlayheadEngine
@_exported import PlayheadNumbers
import PlayheadTransport

/// The program: plays, probes, inspects and serves streams.
@main
struct PlayheadProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "playhead", abstract: "Plays, examines, monitors and serves media streams.",
        usage: """
            playhead [<options>] <file, folder, list or URL> ...
            playhead <command> [<options>] ...
            """,
        discussion: """
            EXAMPLES:
              playhead movie.mp4                            plays a file; so do folders, lists and URLs
              playhead https://example.com/live.m3u8        plays a stream
              playhead --json --speed max movie.mp4         prints each event as JSON
              playhead probe movie.mp4                      prints what is in it
              playhead monitor URL --viewers 100            plays a stream by many viewers
              playhead serve --sample --live                serves a live stream for tests
            """, version: ProgramVersion.current,
        groupedSubcommands: [
            CommandGroup(name: "Watch", subcommands: [PlayCommand.self]),
            CommandGroup(
                name: "Examine",
                subcommands: [ProbeCommand.self, InspectCommand.self, ReportCommand.self, ReplayCommand.self, StatesCommand.self]),
            CommandGroup(name: "Run streams", subcommands: [MonitorCommand.self, ServeCommand.self, ABRCommand.self]),
        ], defaultSubcommand: PlayCommand.self)

    static func main() async {
        // A closed reader is reported by the write, not by a signal.
        signal(SIGPIPE, SIG_IGN)
        HeapTrimming.limitHeaps()
        if let problem = FileDescriptors.prepare() {
            standardError("error: \(problem)")
            Foundation.exit(ExitStatus.failed.rawValue)
        }
        var running: (any ParsableCommand.Type)?
        do {
            // Without arguments the command that plays would play its sample.
            guard let first = ProgramArguments.all.first else { throw CleanExit.helpRequest(PlayheadProgram.self) }
            guard !isMistyped(first) else { throw ValidationError("There is no command and no file '\(first)'.") }
            var command = try parseAsRoot(ProgramArguments.all)
            running = type(of: command)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            Foundation.exit(finalStatus(ExitStatus.played.rawValue))
        } catch let code as ExitCode {
            Foundation.exit(finalStatus(code.rawValue))
        } catch {
            let isWrong = exitCode(for: error) != .success
            printUsage(message(of: error, in: running), isWrong: isWrong)
            Foundation.exit(finalStatus(isWrong ? ExitStatus.usage.rawValue : ExitStatus.played.rawValue))
        }
    }

    /// Returns the text of an error; what a running command finds in its options has the usage of that command.
    private static func message(of error: any Error, in command: (any ParsableCommand.Type)?) -> String {
        guard let command, let name = command.configuration.commandName, let error = error as? ValidationError else {
            return fullMessage(for: error)
        }
        return "Error: \(error.message)\nUsage: \(usageString(for: command))\n  See 'playhead \(name) --help' for more information."
    }

    /// Whether an argument looks like a command that does not exist, and is no file that could be played.
    private static func isMistyped(_ argument: String) -> Bool {
        let commands = configuration.subcommands.map { $0.configuration.commandName ?? "" } + ["help"]
        return !argument.isEmpty && argument.allSatisfy { $0.isLetter } && !commands.contains(argument)
            && !FileManager.default.fileExists(atPath: argument)
    }
}

/// Prints the graph of the playback states.
struct StatesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "states", abstract: "Prints the graph of the playback states in Graphviz's language.")

    func run() { LineWriter.standardOutput.write(lines: StateGraph.graphviz) }
}
