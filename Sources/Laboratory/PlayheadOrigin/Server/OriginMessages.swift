/// A header field of a request or response, with its spelling on the wire.
package struct HeaderField: Sendable, Equatable {
    /// The name of the field; compared case-insensitively.
    package var name: String
    /// The value of the field.
    package var value: String

    /// Makes a field.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [HeaderField] {
    /// The value of the first field with a name, compared case-insensitively.
    package subscript(name: String) -> String? {
        first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// A request, as passed to a closure that answers it.
package struct OriginRequest: Sendable {
    /// `GET`, `HEAD`, …
    package var method: String
    /// The decoded path below the root, without a leading slash.
    package var path: String
    /// The text after the question mark, still encoded.
    package var query: String?
    /// All header fields, in order.
    package var headers: [HeaderField]
    /// The body, at most 1 MiB.
    package var body: [UInt8]
}

/// The time from which bytes of a body are available, because they are produced while it is sent.
package struct BodyRelease: Sendable, Equatable {
    /// The offset of the first of these bytes.
    package var offset: Int
    /// The time in seconds.
    package var time: Double

    /// Makes a release.
    package init(offset: Int, time: Double) {
        self.offset = offset
        self.time = time
    }
}

/// The response of a closure. Ranges, `HEAD` and faults are applied to it as to a file.
package struct OriginResponse: Sendable {
    /// The status code.
    package var status: Int
    /// Additional header fields; the origin adds `Content-Length`, `Content-Type` and similar fields unless they are given here.
    package var headers: [HeaderField]
    /// The whole representation.
    package var body: [UInt8]
    /// The media type.
    package var type: String
    /// The times on the clock of the origin at which parts of the body are sent, in order; the length is not announced then.
    package var releases: [BodyRelease]

    /// Makes a response.
    package init(
        status: Int = 200, headers: [HeaderField] = [], body: [UInt8] = [], type: String = MediaType.unknown, releases: [BodyRelease] = []
    ) {
        self.status = status
        self.releases = releases
        self.headers = headers
        self.body = body
        self.type = type
    }

    /// Makes a response of text in UTF-8.
    package init(status: Int = 200, headers: [HeaderField] = [], text: String, type: String = "text/plain; charset=utf-8") {
        self.init(status: status, headers: headers, body: Array(text.utf8), type: type)
    }
}
