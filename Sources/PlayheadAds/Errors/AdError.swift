import PlayheadCore

/// What went wrong with an ad or a schedule, and where.
public struct AdError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What, as the standards count.
    public var code: AdErrorCode
    /// Why, as part of a sentence.
    public var reason: String
    /// The document, tag or media file that it is about, or `nil`.
    public var url: String?
    /// The line of the document, from 1; `nil` where no place is to blame.
    public var line: Int?
    /// The byte in the line, from 1.
    public var column: Int?

    /// Makes an error.
    public init(_ code: AdErrorCode, _ reason: String, url: String? = nil, line: Int? = nil, column: Int? = nil) {
        self.code = code
        self.reason = reason
        self.url = url
        self.line = line
        self.column = column
    }

    init(_ code: AdErrorCode, _ error: XMLError) {
        self.init(code, error.reason, line: error.line, column: error.column)
    }

    /// One sentence in English for people.
    public var message: String { code.message }

    /// Code, place and reason on one line.
    public var description: String {
        let place = line.map { line in "line \(line)" + (column.map { ", column \($0)" } ?? "") + ": " } ?? ""
        return "\(code.rawValue): \(place)\(reason)"
    }
}
