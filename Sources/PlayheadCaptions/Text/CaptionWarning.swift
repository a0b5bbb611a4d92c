/// A departure from a format's rules that was tolerated.
package struct CaptionWarning: Sendable, Hashable {
    /// The line, from 1; 0 for the text as a whole.
    package var line: Int
    /// The departure, and its interpretation.
    package var message: String

    /// Makes a warning.
    package init(line: Int, message: String) {
        self.line = line
        self.message = message
    }
}
