import Synchronization

/// The number of connections that a client may still open before its next request.
///
/// The client keeps a spare connection ready, and opens another one whenever a server closes it. A server that closes each connection
/// immediately would cause an endless loop, so that connections are granted by requests.
final class ConnectionBudget: Sendable {
    /// A request needs a connection, and a spare one is opened beside it.
    private static let perRequest = 2
    private static let maximum = 16
    private let granted = Mutex(0)

    /// Grants the connections of one more request.
    func noteRequest() { granted.withLock { $0 = min($0 + Self.perRequest, Self.maximum) } }

    /// Takes one connection.
    /// - Returns: False if no connection is granted.
    func take() -> Bool {
        granted.withLock { granted in
            guard granted > 0 else { return false }
            granted -= 1
            return true
        }
    }
}
