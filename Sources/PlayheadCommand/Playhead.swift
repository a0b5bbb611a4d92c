import ArgumentParser
import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadTransport

/// The program: plays, probes, inspects and serves streams.
@main
struct PlayheadProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "playhead", abstract: "Plays, probes and serves media streams.", version: "0.1.0",
        subcommands: [
            ABRCommand.self, PlayCommand.self, ProbeCommand.self, InspectCommand.self, ReplayCommand.self, ServeCommand.self,
            StatesCommand.self,
        ])

    static func main() async {
        // A reader that goes away is told by the write, not by a signal.
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
        } catch let code as ExitCode {
            Foundation.exit(code.rawValue)
        } catch {
            let status = exitCode(for: error) == .success ? 0 : ExitStatus.usage.rawValue
            let text = fullMessage(for: error)
            if status == 0 { print(text) } else { standardError(text) }
            Foundation.exit(status)
        }
    }
}

/// What the program's exit status says.
enum ExitStatus: Int32 {
    case played = 0
    case failed = 1
    case usage = 2
}

/// Prints a line on standard error, with secrets in URLs blanked.
func standardError(_ text: String) {
    FileHandle.standardError.write(Data((Secrets.blanked(text) + "\n").utf8))
}
