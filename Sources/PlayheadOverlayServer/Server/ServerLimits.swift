import NIOCore

/// The limits of a ``PageServer``.
struct ServerLimits: Sendable {
    /// The maximum time until a request is complete and its answer begins, and the maximum time in which a page reads nothing of what is sent.
    var timeout = TimeAmount.seconds(10)
    /// The maximum time that a page has to close a connection after everything was sent.
    var closingTimeout = TimeAmount.seconds(2)
    /// The maximum time that connections have to end by themselves after the port is closed.
    var shutdownTimeout = TimeAmount.milliseconds(500)
    /// The maximum number of connections at a time; more are closed.
    var connections = 128
    /// The maximum number of bytes that wait to be sent on a WebSocket.
    var pendingBytes = 8 * 1_048_576
}
