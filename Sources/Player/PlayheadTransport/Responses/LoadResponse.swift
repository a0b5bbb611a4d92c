import Foundation

/// The head of a successful response, and its body, which arrives while it is read.
public struct LoadResponse: Sendable {
    /// The status, 200 to 299; of a file, 200 or 206.
    public var status: Int
    /// The header fields; none for a file.
    public var headers: HeaderFields
    /// The URL after redirects, without user name and password. Relative references are resolved against it.
    public var url: URL
    /// The number of bytes of ``body``; `nil` if it is unknown until the end.
    public var contentLength: Int64?
    /// The length of the whole resource; `nil` if it is unknown.
    public var totalLength: Int64?
    /// Whether ranges can be requested.
    public var acceptsRanges: Bool
    /// The IP address of the server or proxy; `nil` if it is unknown, as for files.
    public var serverAddress: String?
    /// The body: exactly the requested range, even if the server ignored the range and sent everything.
    public var body: LoadBody
    /// A coding that the server names and that the body does not have; `nil` for none.
    package var ignoredCoding: String?
    /// The arrival of the body after ``Loader/loadWhole(_:upTo:)``; `nil` before, and if a loader does not measure it.
    package var arrival: BodyArrival?

    /// Creates a response.
    /// - Parameters:
    ///   - status: The status, 200 to 299.
    ///   - headers: The header fields.
    ///   - url: The URL after redirects.
    ///   - contentLength: The number of bytes of `body`, if known.
    ///   - totalLength: The length of the whole resource, if known.
    ///   - acceptsRanges: Whether ranges can be requested.
    ///   - serverAddress: The IP address of the server, if known.
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
