/// A request that the origin received, and the state of its response.
package struct RequestRecord: Sendable, Equatable {
    /// The index of the request, from 0 in the order of arrival.
    package let index: Int
    /// The time when the request had been read, on the clock of the origin, in seconds.
    package let time: Double
    /// The number of the connection; requests with the same number used the same connection.
    package let connection: Int
    /// `GET`, `HEAD`, …
    package let method: String
    /// The decoded path below the root, without a leading slash; the raw target if it was rejected.
    package let path: String
    /// The text after the question mark, still encoded.
    package let query: String?
    /// All header fields, in order.
    package let headers: [HeaderField]
    /// The length of the texts, in bytes.
    var length: Int {
        headers.reduce(path.utf8.count + (query?.utf8.count ?? 0)) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    }
    /// The value of the `Range` header.
    package var range: String? { headers["range"] }
    /// The status code; nil until it is sent, and always if the connection is cut before.
    package internal(set) var status: Int?
    /// The number of bytes of the body that were passed to the connection. They are counted before the write, so once a client has received
    /// a body, its bytes are included here.
    package internal(set) var bytesSent = 0
    /// Whether the response has ended, complete or cut short.
    package internal(set) var isFinished = false
}
