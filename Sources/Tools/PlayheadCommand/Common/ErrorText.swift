import PlayheadArguments
import PlayheadCore

/// Formats errors.
enum ErrorText {
    /// Returns the code, the message, the location, and the underlying error on one line.
    static func line(_ error: PlaybackError) -> String {
        var text = "\(error.isFatal ? "error" : "warning") \(error.code): \(error.message)"
        if let url = error.url { text += " \(url)" }
        if let underlying = error.underlying { text += " (\(underlying))" }
        return text
    }

    /// Prints an error that ends the program, with the recommended action, on standard error.
    static func print(_ error: PlaybackError) { standardError("\(line(error)) – \(error.kind.recovery)") }
}

/// The exit statuses of the program.
enum ExitStatus: Int32 {
    case played = 0
    case failed = 1
    case usage = 2
}
