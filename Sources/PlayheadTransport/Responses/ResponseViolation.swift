/// A response that violates the rules of HTTP, and is refused before the client sees it.
struct ResponseViolation: Error, Hashable {
    /// The status of the response, or 0.
    var status: Int
    /// A sentence for users, without any data of the server.
    var detail: String
}
