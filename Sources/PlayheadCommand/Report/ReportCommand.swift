import ArgumentParser
import Foundation
import Playhead
import PlayheadArguments
import PlayheadCore

/// Writes the report of a recorded playback.
struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Writes a page about a recorded playback: states, buffer, bit rates, requests and events on one time axis.",
        discussion: """
            The recording is a trace of 'play --trace', or a file with lines of JSON from 'play --json' or 'play --metrics'. A trace has no \
            requests.
            """)

    @Argument(help: "The trace, or the lines.", completion: .file())
    var file: String

    @Option(
        name: .shortAndLong, help: .init("The page; by default the name of the recording with '.html'.", valueName: "file.html"),
        completion: .file())
    var output: String?

    @Option(help: .init("Use the lines of this viewer, if the file has those of several.", valueName: "name"))
    var viewer: String?

    func run() async throws {
        let report = try read()
        let path = output ?? file + ".html"
        do throws(OutputFile.Failure) {
            try OutputFile(path: path).write(report.html().utf8)
        } catch {
            standardError("\(path) can't be written: \(error).")
            throw ExitCode(ExitStatus.failed.rawValue)
        }
        LineWriter.standardOutput.write(path)
    }

    private func read() throws -> PlaybackReport {
        let failure: String
        do {
            let trace = try PlaybackTrace(contentsOf: URL(fileURLWithPath: file))
            if let problem = trace.problem { standardError("\(problem)") }
            return PlaybackReport(trace)
        } catch { failure = "\(error)" }
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            standardError(failure)
            throw ExitCode(ExitStatus.failed.rawValue)
        }
        var report = PlaybackReport()
        for (index, line) in text.split(separator: "\n").enumerated() where !report.add(line: String(line), of: viewer) {
            standardError(
                index == 0 ? failure : "\(file), line \(index + 1): The line has no event or measurement, and is left out.")
            if index == 0 { throw ExitCode(ExitStatus.failed.rawValue) }
        }
        if report.viewers.count > 1 {
            let example = report.viewers.min() ?? ""
            try fail("The file has lines of several viewers; select one with --viewer, such as '\(example)'.")
        }
        if report.lines.isEmpty { try fail(viewer.map { "The file has no lines of viewer '\($0)'." } ?? "The file has no lines.") }
        return report
    }

    private func fail(_ message: String) throws {
        standardError("\(file): \(message)")
        throw ExitCode(ExitStatus.failed.rawValue)
    }
}
