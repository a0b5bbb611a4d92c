import NIOCore
import NIOHTTP1

/// Receives the steps of a transfer on its loop, whose thread calls all methods.
protocol TransferReceiver: AnyObject, Sendable {
    /// The number of the transfer, unique in the process.
    var identity: Int { get }
    /// Whether the transfer has ended for its reader.
    var isOver: Bool { get }

    /// Handles that the request is sent; again, if the first connection was closed before it responded.
    func requestSent()
    /// Handles the head of the response from an address on a connection, and returns the time of the next check.
    func receive(_ head: HTTPResponseHead, from address: String?, connection: ConnectionRecord?, ignoredCoding: String?) -> NIODeadline?
    /// Decides about bytes of the body, which are not received yet.
    func arrival() -> TransferArrival
    /// Handles bytes of the body, after decompression.
    func receive(_ bytes: UnsafeRawBufferPointer)
    /// Handles the end of the transfer.
    func finished(_ result: Result<Void, any Error>)
    /// Handles that a time has come, and returns that of the next check.
    func handleDeadline(at now: NIODeadline) -> NIODeadline?
}

/// The handling of bytes of a body.
enum TransferArrival {
    /// Take the bytes.
    case accept
    /// Hold the server back until the reader has read.
    case holdBack
    /// The transfer is over.
    case over
}
