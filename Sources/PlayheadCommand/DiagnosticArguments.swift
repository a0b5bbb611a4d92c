import ArgumentParser
import PlayheadArguments
import PlayheadFFmpeg

/// What the program tells of its insides.
struct DiagnosticArguments: ParsableArguments {
    @Flag(help: "Print FFmpeg's own errors on standard error.")
    var verbose = false

    /// Lets FFmpeg speak or not.
    /// - Parameter isScreenTaken: Whether what it would print lands in the middle of a view.
    func apply(isScreenTaken: Bool = false) {
        FFmpegLibrary.setLogReceiver { standardError($0) }
        FFmpegLibrary.setLogLevel(verbose && !isScreenTaken ? .errors : .quiet)
    }
}
