/// Why a terminal can't be used.
public enum TerminalError: Error, Sendable, Hashable {
    /// Input or output isn't a terminal.
    case notATerminal
    /// Another ``Terminal`` of this process is open: there is one terminal a process.
    case alreadyOpen
    /// The system refused, with this `errno`.
    case system(Int32)
}
