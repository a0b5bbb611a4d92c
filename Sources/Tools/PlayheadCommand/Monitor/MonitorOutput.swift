import Foundation
import PlayheadArguments
import PlayheadMonitor

/// The output of a run while it lasts.
@MainActor
protocol MonitorOutput: AnyObject {
    /// Shows the statistics, once a second.
    func show(_ statistics: MonitorStatistics)
    /// Shows that the viewers are leaving.
    func showEnding()
    /// Ends the output, before the summary.
    func close()
    /// Whether nobody reads the output any more.
    var isBroken: Bool { get }
}

/// A line on standard output for each second.
@MainActor
final class MonitorLines: MonitorOutput {
    private let writer = LineWriter.standardOutput
    var isBroken: Bool { writer.isBroken }
    func show(_ statistics: MonitorStatistics) { writer.write(MonitorFigures.line(statistics)) }
    func showEnding() {}
    func close() {}
}

/// No output: a check prints one line at its end.
@MainActor
final class NoMonitorOutput: MonitorOutput {
    var isBroken: Bool { LineWriter.standardOutput.isBroken }
    func show(_ statistics: MonitorStatistics) {}
    func showEnding() {}
    func close() {}
}
