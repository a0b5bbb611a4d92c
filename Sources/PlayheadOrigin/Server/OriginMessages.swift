/// A header field of a request or response, in the order and spelling in which it was or will be sent.
package struct HeaderField: Sendable, Equatable {
    /// The field's name; compared without regard to case.
    package var name: String
    /// The field's value.
    package var value: String

    /// Makes a field.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [HeaderField] {
    /// The value of the first field of that name, in either case.
    package subscript(name: String) -> String? {
        first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// A request, as a closure that answers it sees it.
package struct OriginRequest: Sendable {
    /// `GET`, `HEAD`, …
    package var method: String
    /// The decoded path below the root, without a leading slash.
    package var path: String
    /// What follows the question mark, still encoded.
    package var query: String?
    /// All header fields, in order.
    package var headers: [HeaderField]
    /// The body, at most a mebibyte.
    package var body: [UInt8]
}

/// An answer that a closure gives. Ranges, `HEAD` and faults are applied to it as to a file.
package struct OriginResponse: Sendable {
    /// The status code.
    package var status: Int
    /// Further header fields; `Content-Length`, `Content-Type` and the like are made by the origin unless they stand here.
    package var headers: [HeaderField]
    /// The whole representation.
    package var body: [UInt8]
    /// The media type.
    package var type: String

    /// Makes an answer.
    package init(status: Int = 200, headers: [HeaderField] = [], body: [UInt8] = [], type: String = MediaType.unknown) {
        self.status = status
        self.headers = headers
        self.body = body
        self.type = type
    }

    /// Makes an answer of text in UTF-8.
    package init(status: Int = 200, headers: [HeaderField] = [], text: String, type: String = "text/plain; charset=utf-8") {
        self.init(status: status, headers: headers, body: Array(text.utf8), type: type)
    }
}
