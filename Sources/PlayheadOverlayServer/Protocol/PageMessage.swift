import NIOCore

/// A message of a page on its WebSocket.
enum PageMessage: Sendable, Hashable {
    case text(String)
    case ping(ByteBuffer)
    case pong
    /// The last message: the page closes the connection or broke a rule, and the server closes it with this code.
    case closing(code: UInt16)
}
