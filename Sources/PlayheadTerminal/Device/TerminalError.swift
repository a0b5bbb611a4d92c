/// An error when activating a terminal.
package enum TerminalError: Error, Sendable, Hashable {
    /// The input or output is not a terminal.
    case notATerminal
    /// Another ``Terminal`` of this process is open; there is one terminal per process.
    case alreadyOpen
    /// A system call failed with this `errno`.
    case system(Int32)
}
