import ArgumentParser
import Foundation
import PlayheadArguments
import PlayheadEngine
import PlayheadTransport

/// The program: plays, probes, inspects and serves streams.
@main
struct PlayheadProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "playhead", abstract: "Plays, probes and serves media streams.", version: ProgramVersion.current,
        subcommands: [
            ABRCommand.self, MonitorCommand.self, PlayCommand.self, ProbeCommand.self, InspectCommand.self, ReplayCommand.self,
            ReportCommand.self,
            ServeCommand.self,
            StatesCommand.self,
        ])

    static func main() async {
        // A closed reader is reported by the write, not by a signal.
        signal(SIGPIPE, SIG_IGN)
        HeapTrimming.limitHeaps()
        if let problem = FileDescriptors.prepare() {
            standardError("error: \(problem)")
            Foundation.exit(ExitStatus.failed.rawValue)
        }
        do {
            var command = try parseAsRoot()
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
            printUsage(fullMessage(for: error), isWrong: isWrong)
            Foundation.exit(finalStatus(isWrong ? ExitStatus.usage.rawValue : ExitStatus.played.rawValue))
        }
    }
}
