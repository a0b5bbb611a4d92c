/// A fault in a document that is still usable.
public struct AdWarning: Sendable, Hashable, CustomStringConvertible {
    /// The line, from 1; 0 for a fault of the whole document.
    public var line: Int
    /// The fault, as part of a sentence.
    public var message: String

    /// Creates a warning.
    public init(line: Int, message: String) {
        self.line = line
        self.message = message
    }

    /// The message with its line.
    public var description: String { line > 0 ? "line \(line): \(message)" : message }
}
