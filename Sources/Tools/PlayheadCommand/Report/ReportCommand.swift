import ArgumentParser
import Foundation
import Playhead
import PlayheadArguments
import PlayheadCore
import PlayheadMonitor

/// Writes the report of a recorded playback.
struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Writes a page about a recorded playback: states, buffer, bit rates, requests and events on one time axis.",
        discussion: """
            The recording is a trace of 'play --trace', or a file with lines of JSON from 'play --json', 'play --metrics' or, compressed or not, \
            'monitor --events'. Traces and files of monitor have no requests.
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

    /// The page has the maximum of lines.
    private struct FullReport: Error {}

    private func read() throws -> PlaybackReport {
        let failure: String
        do {
            let trace = try PlaybackTrace(contentsOf: URL(fileURLWithPath: file))
            if let problem = trace.problem { standardError("\(problem)") }
            return PlaybackReport(trace)
        } catch { failure = "\(error)" }
        var report = PlaybackReport()
        // Lines without content at the start; a file that has only such lines is another file.
        var (foreign, maximumForeign) = ([Int](), 100)
        // A line of the viewer has its name in quotes; the many lines of others are not parsed.
        let quoted = viewer.map { "\"\($0)\"" }
        do {
            try EventsReader(path: file).read { number, line in
                if let quoted, !line.contains(quoted) { return }
                guard !report.isFull else { throw FullReport() }
                if !report.add(line: line, of: viewer) { foreign.append(number) }
                if report.lines.isEmpty {
                    if foreign.count >= maximumForeign { try fail(failure) }
                    return
                }
                for number in foreign { standardError("\(file), line \(number): The line has no event or measurement, and is left out.") }
                foreign = []
            }
            if !foreign.isEmpty { try fail(failure) }
        } catch is FullReport {
            report.isCut = true
        } catch let error as EventsReader.Failure {
            try fail(report.lines.isEmpty ? failure : "\(file): \(error)")
        }
        if report.viewers.count > 1 {
            let example = report.viewers.min() ?? ""
            try fail("\(file): The file has lines of several viewers; select one with --viewer, such as '\(example)'.")
        }
        if report.lines.isEmpty { try fail("\(file): The file has no lines\(viewer.map { " of viewer '\($0)'" } ?? "").") }
        return report
    }

    private func fail(_ message: String) throws -> Never {
        standardError(message)
        throw ExitCode(ExitStatus.failed.rawValue)
    }
}
