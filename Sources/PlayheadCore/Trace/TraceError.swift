/// Why a trace can't be read or recorded.
public enum TraceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file can't be opened, read or written.
    case file(String)
    /// The file could be opened, but not written to its end, as on a full disk.
    case unwritten(String)
    /// The file is not a trace.
    case noTrace
    /// The trace has another version.
    case version(Int)
    /// The line can't be read.
    case malformed(line: Int, reason: String)
    /// The file ends in the middle of this line.
    case cutOff(line: Int)
    /// The recording has no end after this line: the program ended before it did.
    case unfinished(line: Int)
    /// There is something behind the end.
    case excess(line: Int)
    /// The player has taken a command already: a recording has to begin before the first one.
    case tooLate

    /// One sentence for people.
    public var description: String {
        switch self {
        case .file(let reason), .unwritten(let reason): "The trace's file: \(reason)"
        case .noTrace: "This is no trace: the first line has to be the head of one."
        case .version(let version): "This is a trace of version \(version); only version \(PlaybackTrace.version) can be read."
        case .malformed(let line, let reason): "Line \(line) of the trace can't be read: \(reason)"
        case .cutOff(let line): "The trace is cut off in line \(line)."
        case .unfinished(let line): "The trace has no end after line \(line): the recording was cut off."
        case .excess(let line): "The trace goes on behind its end, in line \(line)."
        case .tooLate: "A recording has to begin before the player's first command."
        }
    }
}
