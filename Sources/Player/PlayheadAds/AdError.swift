import PlayheadCore

/// An error in an ad or a schedule, with its location.
package struct AdError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The error code of the standards.
    package var code: AdErrorCode
    /// The reason, as part of a sentence.
    package var reason: String
    /// The URL of the document, tag or media file, or `nil`.
    package var url: String?
    /// The line of the document, from 1; `nil` without a location.
    package var line: Int?
    /// The byte in the line, from 1.
    package var column: Int?

    /// Creates an error.
    package init(_ code: AdErrorCode, _ reason: String, url: String? = nil, line: Int? = nil, column: Int? = nil) {
        self.code = code
        self.reason = reason
        self.url = url
        self.line = line
        self.column = column
    }

    init(_ code: AdErrorCode, _ error: XMLError) {
        self.init(code, error.reason, line: error.line, column: error.column)
    }

    /// A sentence for users, in English.
    package var message: String { code.message }

    /// The code, location and reason on one line.
    package var description: String {
        let place = line.map { line in "line \(line)" + (column.map { ", column \($0)" } ?? "") + ": " } ?? ""
        return "\(code.rawValue): \(place)\(reason)"
    }
}

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
