/// Decides whether a request is sent again at once because its connection was closed before the first byte of a response: a value without
/// I/O.
///
/// A server may close an idle connection while a request is on its way; the request is sent again on another connection, unless that could
/// submit something twice (RFC 9112 §9.3.1).
struct StaleConnectionPolicy {
    /// The state of the connection on which a request failed.
    enum Connection {
        /// The connection had served other requests, or waited for this one.
        case reused
        /// The connection was closed before the request was written.
        case unused
        /// The request may have caused the failure.
        case fresh
    }

    /// The maximum number of stale connections in succession: those that are idle have usually been closed together.
    static let maximumConnections = 5
    /// The maximum number of connections that were closed before the request was written.
    static let maximumUnused = 2

    private let isIdempotent: Bool
    private var reused = 0
    private var unused = 0

    /// Creates a policy for one request; `method` is `nil` for a GET request.
    init(method: RequestContent.Method?) { isIdempotent = method != .post }

    /// Returns whether the request, of whose response nothing has arrived, is sent again.
    mutating func repeats(after connection: Connection) -> Bool {
        switch connection {
        case .reused:
            reused += 1
            return isIdempotent && reused <= Self.maximumConnections
        case .unused:
            unused += 1
            return unused <= Self.maximumUnused
        case .fresh: return false
        }
    }
}
