import PlayheadCore

/// The list of streams of a file: a URL on each line. Empty lines are left out, and comments, which start with `#` at the start of a line or
/// behind white space.
package enum StreamList {
    /// The maximum number of streams.
    package static let maximumCount = 1_000_000

    /// Returns the lines with URLs and their numbers, from 1.
    /// - Throws: ``PlanTextError`` for a text without streams, with too many, or with a URL that is too long.
    package static func parse(_ text: String, name: String) throws(PlanTextError) -> [(number: Int, line: String)] {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().compactMap { index, line in
            var trimmed = line.drop(while: \.isWhitespace)
            let pairs = zip(trimmed.indices, trimmed.indices.dropFirst())
            let comment = pairs.first { trimmed[$0].isWhitespace && trimmed[$1] == "#" }
            if let comment { trimmed = trimmed[..<comment.0] }
            let end = trimmed.lastIndex { !$0.isWhitespace }
            return end.flatMap { trimmed.first == "#" ? nil : (number: index + 1, line: String(trimmed[...$0])) }
        }
        guard !lines.isEmpty else { throw PlanTextError(name, "The file has no line with a URL.") }
        guard lines.count <= maximumCount else { throw PlanTextError(name, "The file has more than \(maximumCount) URLs.") }
        if let long = lines.first(where: { $0.line.utf8.count > PlaylistFile.maximumLocation }) {
            throw PlanTextError(name, "The URL in line \(long.number) is longer than \(PlaylistFile.maximumLocation) bytes.")
        }
        return lines
    }
}
