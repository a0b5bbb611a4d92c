/// One request that the origin received, and what it has answered so far.
package struct RequestRecord: Sendable, Equatable {
    /// Counts the origin's requests from 0, in the order in which they arrived.
    package let index: Int
    /// When the request had been read, on the origin's clock, in seconds.
    package let time: Double
    /// Tells connections apart: requests with the same number came over the same one.
    package let connection: Int
    /// `GET`, `HEAD`, …
    package let method: String
    /// The decoded path below the root, without a leading slash; the raw target if it is refused.
    package let path: String
    /// What follows the question mark, still encoded.
    package let query: String?
    /// All header fields, in order.
    package let headers: [HeaderField]
    /// The value of the `Range` header.
    package var range: String? { headers["range"] }
    /// The status code that was sent; nil as long as none was, and for ever if the connection was cut before.
    package internal(set) var status: Int?
    /// How many bytes of the body were handed to the connection. Counted before they are written: whoever has received a body finds at least
    /// its bytes here.
    package internal(set) var bytesSent = 0
    /// Whether the origin is done with the answer, whole or cut short.
    package internal(set) var isFinished = false
}
