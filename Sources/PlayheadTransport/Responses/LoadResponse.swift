import Foundation

/// The head of a successful response, and its body, which arrives while it is read.
public struct LoadResponse: Sendable {
    /// The status, 200 to 299; of a file, 200 or 206.
    public var status: Int
    /// The header fields; of a file, none.
    public var headers: HeaderFields
    /// Where the resource was found, after redirects, without user name and password. Relative references resolve against it.
    public var url: URL
    /// How many bytes ``body`` gives, or `nil` when that isn't known before its end.
    public var contentLength: Int64?
    /// The length of the whole resource, or `nil` when it isn't known.
    public var totalLength: Int64?
    /// Whether a part can be asked for without loading what lies before it.
    public var acceptsRanges: Bool
    /// The IP address that answered, of a proxy where there is one, or `nil` where that isn't known, as for files.
    public var serverAddress: String?
    /// The body: exactly the range that was asked for, even where the server ignored the range and sent all.
    public var body: LoadBody

    /// Makes a response.
    /// - Parameters:
    ///   - status: The status, 200 to 299.
    ///   - headers: The header fields.
    ///   - url: Where the resource was found.
    ///   - contentLength: How many bytes `body` gives, if known.
    ///   - totalLength: The length of the whole resource, if known.
    ///   - acceptsRanges: Whether a part can be asked for.
    ///   - serverAddress: The IP address that answered, if known.
    ///   - body: The body.
    public init(
        status: Int = 200, headers: HeaderFields = HeaderFields(), url: URL, contentLength: Int64? = nil, totalLength: Int64? = nil,
        acceptsRanges: Bool = false, serverAddress: String? = nil, body: LoadBody
    ) {
        self.status = status
        self.headers = headers
        self.url = url
        self.contentLength = contentLength
        self.totalLength = totalLength
        self.acceptsRanges = acceptsRanges
        self.serverAddress = serverAddress
        self.body = body
    }

    /// The media type in lower case without its parameters (RFC 9110 §8.3), or `nil`.
    public var contentType: String? {
        guard let field = headers["Content-Type"], let type = field.split(separator: ";").first else { return nil }
        let trimmed = type.trimmingCharacters(in: .whitespaces).lowercased()
        return trimmed.isEmpty ? nil : trimmed
    }
}
