import ArgumentParser
import PlayheadArguments
import PlayheadFFmpeg

/// The options for diagnostic output.
struct DiagnosticArguments: ParsableArguments {
    @Flag(help: "Print FFmpeg's own errors on standard error.")
    var verbose = false

    /// Enables or disables FFmpeg's log.
    /// - Parameter isScreenTaken: Whether the live view uses the screen, which the log would overwrite.
    func apply(isScreenTaken: Bool = false) {
        // Without the option FFmpeg prints nothing, and need not be loaded yet.
        guard verbose else { return }
        FFmpegLibrary.setLogReceiver { standardError($0) }
        FFmpegLibrary.setLogLevel(isScreenTaken ? .quiet : .errors)
    }
}
