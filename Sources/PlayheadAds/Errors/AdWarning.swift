/// A fault in a document that is still usable.
package struct AdWarning: Sendable, Hashable, CustomStringConvertible {
    /// The line, from 1; 0 for a fault of the whole document.
    package var line: Int
    /// The fault, as part of a sentence.
    package var message: String

    /// Creates a warning.
    package init(line: Int, message: String) {
        self.line = line
        self.message = message
    }

    /// The message with its line.
    package var description: String { line > 0 ? "line \(line): \(message)" : message }
}
