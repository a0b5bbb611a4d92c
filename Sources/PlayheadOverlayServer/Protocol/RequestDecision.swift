import NIOHTTP1

/// The decision about a request of a page.
enum RequestDecision: Sendable, Hashable {
    /// Answers with the file of the target.
    case file(target: String)
    /// Makes the connection a WebSocket.
    case socket
    /// Answers with this status.
    case refused(HTTPResponseStatus)
}
