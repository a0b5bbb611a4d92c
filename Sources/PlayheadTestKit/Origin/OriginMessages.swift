/// A header field of a request or response, in the order and spelling in which it was or will be sent.
public struct HeaderField: Sendable, Equatable {
    /// The field's name; compared without regard to case.
    public var name: String
    /// The field's value.
    public var value: String

    /// Makes a field.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [HeaderField] {
    /// The value of the first field of that name, in either case.
    public subscript(name: String) -> String? {
        first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// A request, as a closure that answers it sees it.
public struct OriginRequest: Sendable {
    /// `GET`, `HEAD`, …
    public var method: String
    /// The decoded path below the root, without a leading slash.
    public var path: String
    /// What follows the question mark, still encoded.
    public var query: String?
    /// All header fields, in order.
    public var headers: [HeaderField]
    /// The body, at most a mebibyte.
    public var body: [UInt8]
}

/// An answer that a closure gives. Ranges, `HEAD` and faults are applied to it as to a file.
public struct OriginResponse: Sendable {
    /// The status code.
    public var status: Int
    /// Further header fields; `Content-Length`, `Content-Type` and the like are made by the origin unless they stand here.
    public var headers: [HeaderField]
    /// The whole representation.
    public var body: [UInt8]
    /// The media type.
    public var type: String

    /// Makes an answer.
    public init(status: Int = 200, headers: [HeaderField] = [], body: [UInt8] = [], type: String = MediaType.unknown) {
        self.status = status
        self.headers = headers
        self.body = body
        self.type = type
    }

    /// Makes an answer of text in UTF-8.
    public init(status: Int = 200, headers: [HeaderField] = [], text: String, type: String = "text/plain; charset=utf-8") {
        self.init(status: status, headers: headers, body: Array(text.utf8), type: type)
    }
}
