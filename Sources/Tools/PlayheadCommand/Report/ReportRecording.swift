import Playhead
import PlayheadCore

/// The recording of a session for a report, which is written into a file at its end.
@MainActor
final class ReportRecording {
    private let file: OutputFile
    private let path: String
    private var report = PlaybackReport()

    /// Opens the file.
    /// - Throws: `OutputFile.Failure` if the file can't be opened.
    init(writingTo path: String) throws(OutputFile.Failure) {
        file = try OutputFile(path: path)
        self.path = path
    }

    /// Adds an event of `player`.
    func add(_ event: any PlayerEvent, of player: Player) { report.add(event, loaded: player.bufferedRanges) }

    /// Adds a measurement.
    func add(_ metric: any MetricEvent) { report.add(metric) }

    /// Writes the page, with the counts of `player` at its end.
    /// - Returns: The message for the user if the file could not be written, otherwise `nil`.
    func finish(_ player: Player) -> String? {
        report.add(player.totalStatistics, at: player.monotonicTime)
        do throws(OutputFile.Failure) {
            try file.write(report.html().utf8)
            return nil
        } catch {
            return "\(path) could not be written completely: \(error)."
        }
    }
}
