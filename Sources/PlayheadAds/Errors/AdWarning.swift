/// Something that is wrong with a document although it can be used.
public struct AdWarning: Sendable, Hashable, CustomStringConvertible {
    /// The line, from 1; 0 where it is about the whole document.
    public var line: Int
    /// What is wrong, as part of a sentence.
    public var message: String

    /// Makes a warning.
    public init(line: Int, message: String) {
        self.line = line
        self.message = message
    }

    /// With its line.
    public var description: String { line > 0 ? "line \(line): \(message)" : message }
}
