/// The codes with which the server closes a WebSocket (RFC 6455 §7.4).
enum ClosingReason: UInt16, Sendable {
    case done = 1000
    case protocolError = 1002
    case notText = 1003
    case invalidText = 1007
    case messageTooBig = 1009
    /// Another page takes this page's place.
    case replaced = 4001
    /// The overlay is disabled or has ended.
    case refused = 4003
}
