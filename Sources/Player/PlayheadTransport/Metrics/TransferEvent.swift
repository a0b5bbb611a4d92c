import Foundation

/// A step of a transfer or a connection, reported by a loader when it happens.
///
/// Transfers and connections have numbers, which are unique within a ``TransferMetrics`` and increase in the order of their beginnings. A
/// redirect and a retry are transfers of their own. Events have no time: the receiver adds that of its clock.
package enum TransferEvent: Sendable {
    /// The outcome of a transfer.
    package enum Outcome: String, Sendable, Hashable {
        /// The whole body arrived.
        case complete
        /// The transfer failed.
        case failed
        /// The reader cancelled the transfer.
        case cancelled
    }

    /// A transfer began, and its request waits for a connection. The URL is that of the redirect, if there was one, and may contain secrets:
    /// log `url.withoutSecrets`.
    case started(Int, LoadRequest, url: URL)
    /// The request was written to a connection; again, if the server closed the first one before it responded.
    case sent(Int)
    /// The head of the response arrived on a connection, whose number is `nil` if it is unknown, as for files.
    case head(Int, status: Int, connection: Int?)
    /// Bytes of the body arrived.
    case received(Int, bytes: Int)
    /// The transfer ended. A failure has a reason.
    case ended(Int, Outcome, reason: LoadError.Reason?)
    /// A connection was established, including TLS, and accepts requests.
    case connected(Int, ConnectionFacts)
    /// A connection was closed by either side.
    case disconnected(Int)
}
