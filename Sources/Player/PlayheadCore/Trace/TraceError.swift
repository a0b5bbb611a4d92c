/// The reason why a trace is unreadable or could not be recorded.
public enum TraceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file can't be opened, read or written.
    case file(String)
    /// The file was opened, but could not be written completely, for example on a full disk.
    case unwritten(String)
    /// The file is not a trace.
    case noTrace
    /// The trace has another version.
    case version(Int)
    /// The line is invalid.
    case malformed(line: Int, reason: String)
    /// The file ends in the middle of this line.
    case cutOff(line: Int)
    /// The recording has no end after this line, because the program ended first.
    case unfinished(line: Int)
    /// Lines follow the end.
    case excess(line: Int)
    /// The player has received a command already; a recording must begin before the first command.
    case tooLate

    /// A sentence for users.
    public var description: String {
        switch self {
        case .file(let reason), .unwritten(let reason): "The trace's file: \(reason)"
        case .noTrace: "This is not a trace: the first line must be the header of a trace."
        case .version(let version): "This is a trace of version \(version); only version \(PlaybackTrace.version) can be read."
        case .malformed(let line, let reason): "Line \(line) of the trace can't be read: \(reason)"
        case .cutOff(let line): "The trace is truncated in line \(line)."
        case .unfinished(let line): "The trace has no end after line \(line): the recording is truncated."
        case .excess(let line): "The trace continues after its end, in line \(line)."
        case .tooLate: "A recording has to begin before the player's first command."
        }
    }
}
