import Playhead
import PlayheadCore

/// The recording of a session, which is drawn into a file at its end.
struct WaterfallRecording {
    /// The recorder, for the configuration of the player.
    let recorder: TimelineRecorder
    private let file: OutputFile
    private let path: String

    /// Opens the file.
    /// - Parameters:
    ///   - path: The file.
    ///   - period: The recorded period, in seconds from the load; `nil` for the start of playback.
    ///   - clock: The clock of the player.
    /// - Throws: `OutputFile.Failure` if the file can't be opened.
    init(writingTo path: String, period: ClosedRange<Double>?, clock: any PlaybackClock) throws(OutputFile.Failure) {
        file = try OutputFile(path: path)
        self.path = path
        recorder = TimelineRecorder(period: period, clock: clock)
    }

    /// Draws what was recorded until now into the file.
    /// - Returns: The message for the user if the file could not be written, otherwise `nil`.
    func finish() -> String? {
        do throws(OutputFile.Failure) {
            try file.write(WaterfallChart.svg(recorder.timeline).utf8)
            return nil
        } catch {
            return "\(path) could not be written completely: \(error)."
        }
    }
}
