import ArgumentParser
import Dispatch
import Foundation
import Playhead
import PlayheadArguments
import PlayheadMonitor
import PlayheadTransport

/// A run: the crowd, its output, its files, and the verdict.
@MainActor
final class MonitorRun {
    /// The files that a run writes.
    struct Files {
        /// The path of the summary, or `nil`.
        var summary: String?
        /// The path of the events, or `nil`.
        var events: String?
    }

    private let plan: CrowdPlan
    private let thresholds: [Threshold]
    private let isCheck: Bool
    private let crowd: Crowd
    private let summaryFile: OutputFile?
    private let events: EventsFile?
    private var output: any MonitorOutput = NoMonitorOutput()
    private var signals: EndSignals?
    private var running: Task<Void, Never>?
    private var isEnding = false
    /// The receivers of the totals, such as the publishers of metrics.
    var sinks: [any MonitorSink] = []

    /// Opens the files and the output.
    /// - Throws: `ExitCode` after a message, if one of them can't be opened.
    init(plan: CrowdPlan, setting: CrowdSetting, thresholds: [Threshold], isCheck: Bool, files: Files, kind: MonitorOutputKind) throws {
        self.plan = plan
        self.thresholds = thresholds
        self.isCheck = isCheck
        summaryFile = try files.summary.map { path in try Self.opened(path) { try OutputFile(path: path) } }
        let eventsFile = try files.events.map { path in
            try Self.opened(path) {
                try EventsFile(path: path) { reason in
                    standardError("The events can't be written to \(path): \(reason). The run continues without them.")
                }
            }
        }
        events = eventsFile
        var setting = setting
        if let eventsFile { setting.onEvent = { eventsFile.append($0, of: $1) } }
        crowd = Crowd(plan: plan, setting: setting)
        switch kind {
        case .none: break
        case .lines: output = MonitorLines()
        case .view:
            do {
                output = try MonitorTerminal(plan: plan, thresholds: thresholds) { [weak self] in self?.end() }
            } catch {
                standardError("The live view needs a terminal: \(error)")
                throw ExitCode(ExitStatus.usage.rawValue)
            }
        }
    }

    private static func opened<File>(_ path: String, _ open: () throws -> File) throws -> File {
        do { return try open() } catch {
            standardError("\(path) can't be written: \(error).")
            throw ExitCode(ExitStatus.usage.rawValue)
        }
    }

    /// Runs the crowd, writes the results, and returns the verdict.
    func run() async -> Verdict {
        catchSignals()
        let closedOutput = ClosedOutputWatch { [weak self] in self?.end() }
        let crowd = crowd
        let running = Task.detached { await crowd.run() }
        self.running = running
        if isEnding { running.cancel() }
        let reporting = Task { [weak self] in await self?.report() }
        await running.value
        reporting.cancel()
        await reporting.value
        closedOutput?.cancel()
        output.close()
        return await finish(crowd.totals)
    }

    /// Ends the run: all viewers leave.
    private func end() {
        guard !isEnding else { return }
        isEnding = true
        output.showEnding()
        running?.cancel()
    }

    /// Shows and publishes the statistics once a second.
    private func report() async {
        let clock = SystemClock()
        var next = clock.now
        while true {
            next = max(next + 1, clock.now)
            do { try await clock.sleep(until: next) } catch { return }
            let totals = crowd.totals
            output.show(totals.whole)
            for sink in sinks { sink.publish(totals) }
            events?.flush()
            if output.isBroken { end() }
        }
    }

    private func finish(_ totals: MonitorTotals) async -> Verdict {
        let statistics = totals.whole
        var problems: [String] = []
        if let events {
            let (lost, failure) = await events.close()
            if lost > 0 { problems.append("\(lost) events were left out of the file, because it was written too slowly.") }
            if let failure { problems.append("The events are incomplete: \(failure).") }
        }
        if FileDescriptors.refusals > 0 {
            problems.append(
                "\(FileDescriptors.refusals) requests were not sent, because the process has too few file descriptors for its viewers: raise the "
                    + "limit with 'ulimit -n', or divide them with --shard.")
        }
        var isPublished = true
        for sink in sinks { isPublished = await sink.finish(totals) && isPublished }
        let judgement = Verdict(statistics, thresholds: thresholds, isCheck: isCheck)
        var verdict = judgement
        let losses = problems + (isPublished ? [] : ["The metrics are not published."])
        if verdict == .passed, !losses.isEmpty { verdict = .failed(losses.joined(separator: " ")) }
        if let summaryFile {
            let summary = MonitorSummary(
                statistics, thresholds: thresholds, seed: plan.seed, shard: plan.shard,
                isTerminal: (isatty(STDOUT_FILENO) == 1, isatty(STDERR_FILENO) == 1), verdict: verdict)
            do throws(OutputFile.Failure) { try summaryFile.write(Array((summary.json + "\n").utf8)) } catch {
                problems.append("The summary can't be written: \(error).")
                if verdict == .passed { verdict = .failed("The summary can't be written: \(error).") }
            }
        }
        if isCheck {
            LineWriter.standardOutput.write(CheckLine.text(statistics, thresholds: thresholds, verdict: verdict))
        } else {
            for line in MonitorFigures.summary(statistics, thresholds: thresholds) { LineWriter.standardOutput.write(line) }
            switch judgement {
            case .passed: break
            case .failed(let reason), .clocksLate(let reason): standardError(reason)
            case .crossed(let results): standardError("Thresholds crossed: \(results.map(\.threshold.text).joined(separator: "; "))")
            }
        }
        for problem in problems { standardError(problem) }
        return verdict
    }

    private func catchSignals() {
        // Hundreds of viewers need some time to close their connections.
        signals = EndSignals(timeout: 15) { [weak self] in Task { @MainActor in self?.end() } }
    }
}
