/// A response that breaks the rules of HTTP, and is refused before the client sees it.
struct ResponseViolation: Error, Hashable {
    /// The status that the server sent, or 0.
    var status: Int
    /// One sentence for people, without anything that the server sent.
    var detail: String
}
