/// A departure from the standard that was tolerated.
public struct PlaylistWarning: Sendable, Hashable {
    /// The line, from 1; 0 for the playlist as a whole.
    public var line: Int
    /// The departure, and its interpretation.
    public var message: String

    /// Makes a warning.
    public init(line: Int, message: String) {
        self.line = line
        self.message = message
    }
}
