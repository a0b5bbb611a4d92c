import Foundation
import PlayheadCore

/// The record of a transfer; a redirect and a retry are transfers of their own. Times are in seconds on the clock of its ``TransferMetrics``.
package struct TransferRecord: Sendable, Hashable, Identifiable {
    /// The maximum number of characters of a URL.
    package static let maximumURL = 512

    /// The number, which is unique within a ``TransferMetrics``; numbers increase in the order of the beginnings.
    package let id: Int
    /// The number of the request, which is that of ``LoadRequest/number``.
    package let requestNumber: Int?
    /// The URL, that of the redirect if there was one, without secrets and in at most ``maximumURL`` characters.
    package let url: String
    /// The purpose.
    package let kind: LoadKind
    /// The requested range; `nil` for the whole resource.
    package let byteRange: ByteRange?
    /// The time of the request.
    package private(set) var start: Double
    /// The time at which the request was first written to a connection; `nil` before.
    package var sent: Double?
    /// The time at which the head of the response arrived; `nil` before.
    package var firstByte: Double?
    /// The time at which bytes of the body last arrived; `nil` before.
    package var lastByte: Double?
    /// The time of the end; `nil` before.
    package var end: Double?
    /// The status of the response; `nil` before.
    package var status: Int?
    /// The connection when the head arrived; `nil` before, and if it is unknown, as for files.
    package var connection: ConnectionRecord?
    /// The number of received bytes of the body.
    package var bytes: Int64 = 0
    /// The outcome; `nil` before the end.
    package var outcome: LoadOutcome?
    /// The reason of a failure.
    package var reason: LoadError.Reason?

    /// Creates the record of a transfer that begins at `start`.
    package init(id: Int, _ request: LoadRequest, url: URL, start: Double) {
        self.id = id
        requestNumber = request.number
        self.url = SafeText.clean(url.withoutSecrets, limit: Self.maximumURL - 1)
        kind = request.kind
        byteRange = request.byteRange
        self.start = start
    }

    /// Whether nothing has followed the beginning.
    package var isNew: Bool { sent == nil && firstByte == nil && lastByte == nil && end == nil }
    /// The time of the last step.
    package var lastStep: Double { end ?? lastByte ?? firstByte ?? sent ?? start }
    /// Whether the request failed, or was answered with an error status.
    package var hasFailed: Bool { outcome == .failed || (status ?? 0) >= 400 }

    /// Returns the record with times from `origin`.
    package func since(_ origin: Double) -> TransferRecord {
        var record = self
        record.start -= origin
        record.sent? -= origin
        record.firstByte? -= origin
        record.lastByte? -= origin
        record.end? -= origin
        record.connection = connection?.since(origin)
        return record
    }
}

/// The end of a request.
public enum LoadOutcome: String, Sendable, Hashable, Codable, CaseIterable {
    /// The whole body was read.
    case complete
    /// The request failed.
    case failed
    /// The reader did not need the rest.
    case cancelled

    /// The outcome of a request that ended with an error, or `nil`.
    package init(_ error: (any Error)?) { self = error == nil ? .complete : error is CancellationError ? .cancelled : .failed }
}
