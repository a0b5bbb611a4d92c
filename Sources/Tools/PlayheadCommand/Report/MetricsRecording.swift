import ArgumentParser
import Playhead
import PlayheadArguments
import PlayheadCore

/// Writes the measurements of a player as they are made.
@MainActor
final class MetricsRecording {
    /// The place of the lines.
    private enum Target {
        case standardOutput
        case file(OutputFile, path: String)
    }

    private let target: Target?
    private let report: ReportRecording?
    private var reading: Task<Void, Never>?
    private var problem: String?

    /// Opens the files of the options.
    /// - Returns: `nil` without options.
    /// - Throws: The message for the user.
    static func open(_ arguments: MetricsArguments) throws(ReportFailure) -> MetricsRecording? {
        guard arguments.metrics != nil || arguments.report != nil else { return nil }
        return try MetricsRecording(arguments)
    }

    private init(_ arguments: MetricsArguments) throws(ReportFailure) {
        var path = ""
        do throws(OutputFile.Failure) {
            if let file = arguments.metrics, !arguments.usesStandardOutput {
                path = file
                target = .file(try OutputFile(path: file), path: file)
            } else {
                target = arguments.metrics == nil ? nil : .standardOutput
            }
            path = arguments.report ?? ""
            report = try arguments.report.map(ReportRecording.init(writingTo:))
        } catch {
            throw ReportFailure(message: "\(path) can't be written: \(error).")
        }
    }

    /// Follows `player` from now on, without losing measurements.
    func begin(_ player: Player) {
        let metrics = player.metricEvents(buffering: .unbounded)
        reading = Task { [weak self] in
            for await metric in metrics { self?.write(metric) }
        }
    }

    /// Adds an event of `player` to the report.
    func add(_ event: any PlayerEvent, of player: Player) { report?.add(event, of: player) }

    private func write(_ metric: any MetricEvent) {
        report?.add(metric)
        switch target {
        case .standardOutput: LineWriter.standardOutput.write(json: metric.jsonLine)
        case .file(let file, let path) where problem == nil:
            do throws(OutputFile.Failure) { try file.write((metric.jsonLine + "\n").utf8) } catch {
                problem = "\(path) could not be written completely: \(error)."
            }
        default: break
        }
    }

    /// Waits for the last measurement of `player`, which is released, and writes the report.
    /// - Returns: The messages for the user about files that could not be written.
    func finish(_ player: Player) async -> [String] {
        player.finishMetrics()
        await reading?.value
        return [problem, report?.finish(player)].compactMap(\.self)
    }
}

/// A file that can't be opened.
struct ReportFailure: Error {
    /// The message for the user.
    let message: String
}

/// The options of measurements and reports.
struct MetricsArguments: ParsableArguments {
    @Option(
        name: .customLong("metrics"),
        help: .init(
            "Write a line of JSON for each measurement: requests, waits, switches, seeks, stalls and a summary; '-' for standard output.",
            valueName: "file"))
    var metrics: String?

    @Option(
        name: .customLong("report"),
        help: .init(
            "Write a page about the playback: requests, buffer, bit rates, states and events on one time axis.", valueName: "file.html"))
    var report: String?

    /// Whether the measurements are written to standard output.
    var usesStandardOutput: Bool { metrics == "-" }
}
