import Foundation
import PlayheadCore
import PlayheadTransport

/// The measurements of one request. Times are in seconds from the load.
package struct TimelineRequest: Sendable, Hashable, Identifiable {
    /// The maximum number of characters of a URL.
    package static let maximumLength = 512

    /// The number of the transfer.
    package let id: Int
    /// The URL without secrets, in at most ``maximumLength`` characters.
    package let url: String
    /// The purpose.
    package let kind: LoadKind
    /// The requested range; `nil` for the whole resource.
    package let byteRange: ByteRange?
    /// The time of the request.
    package let start: Double
    /// The time at which the request was written to a connection; `nil` before.
    package var sent: Double?
    /// The time at which the head of the response arrived; `nil` before.
    package var firstByte: Double?
    /// The time of the end; `nil` before.
    package var end: Double?
    /// The status of the response; `nil` before.
    package var status: Int?
    /// The number of the connection; `nil` if it is unknown.
    package var connection: Int?
    /// The number of received bytes of the body.
    package var bytes: Int64 = 0
    /// The bytes over time in the recorded period: each entry counts those that arrived since the previous one.
    package var arrivals = BoundedSeries<Int>(capacity: 64, resolution: 0.002)
    /// The outcome; `nil` before the end.
    package var outcome: TransferEvent.Outcome?
    /// The reason of a failure.
    package var reason: LoadError.Reason?

    /// Creates the measurements of a request that begins at `start`.
    package init(id: Int, url: URL, kind: LoadKind, byteRange: ByteRange? = nil, start: Double) {
        self.id = id
        self.url = SafeText.clean(url.withoutSecrets, limit: Self.maximumLength - 1)
        self.kind = kind
        self.byteRange = byteRange
        self.start = start
    }

    /// Whether the request failed, or was answered with an error status.
    package var hasFailed: Bool { outcome == .failed || (status ?? 0) >= 400 }
}
