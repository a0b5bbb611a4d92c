import Foundation
import PlayheadCore

/// Makes text of unknown origin fit for labels: whatever a file, a server or a clipboard contains, the cost of showing it is bounded.
package enum ViewText {
    /// The maximum length of a line, in characters.
    package static let maximumLength = 300
    /// The maximum number of lines.
    package static let maximumLines = 32

    /// Returns a text without control characters, with its lines.
    package static func label(_ text: String) -> String {
        parts(of: text, count: maximumLines).map { SafeText.clean($0, limit: maximumLength) }.joined(separator: "\n")
    }

    /// Returns the locations in a text that was pasted or dropped: its lines, without empty ones and comments, limited in number.
    package static func locations(in text: String) -> [String] {
        let (maximumCount, maximumLength) = (10_000, 1 << 20)
        return text.unicodeScalars.prefix(maximumLength).split { $0.properties.generalCategory == .control }
            .map { String($0).trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty && !$0.hasPrefix("#") }.prefix(maximumCount).map(
                \.self)
    }

    private static func parts(of text: String, count: Int) -> [String] {
        // Each character of the result is made of a few scalars; the rest is not read.
        let scalars = text.unicodeScalars.prefix(count * maximumLength)
        return scalars.split(separator: "\n", maxSplits: count, omittingEmptySubsequences: false).prefix(count).map { String($0) }
    }
}
