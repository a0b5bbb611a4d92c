import Foundation

/// The measurements of a transfer, for bandwidth estimates and access logs.
package struct TransferSample: Sendable, Hashable {
    /// The outcome of a transfer.
    package enum Outcome: String, Sendable, Hashable {
        /// The whole body arrived.
        case complete
        /// The transfer failed.
        case failed
        /// The reader cancelled the transfer.
        case cancelled
    }

    /// The URL after redirects. It may contain secrets: log `url.withoutSecrets`.
    package var url: URL
    /// The kind of the request.
    package var kind: LoadKind
    /// The outcome.
    package var outcome: Outcome
    /// The number of bytes of the body, after decompression.
    package var bytes: Int64
    /// The time from the request to the head of the response in seconds, including connecting and excluding earlier redirects.
    package var firstByteTime: Double
    /// The time from the request to the end of the body, in seconds.
    package var duration: Double
    /// The part of `duration` in which the transfer was held back because the reader did not read, in seconds.
    package var heldBackTime: Double

    /// Creates a sample; times are in seconds.
    package init(
        url: URL, kind: LoadKind, outcome: Outcome, bytes: Int64, firstByteTime: Double, duration: Double, heldBackTime: Double = 0
    ) {
        self.url = url
        self.kind = kind
        self.outcome = outcome
        self.bytes = bytes
        self.firstByteTime = firstByteTime
        self.duration = duration
        self.heldBackTime = heldBackTime
    }

    /// The throughput of the body in bits per second; `nil` if the transfer was too short to measure.
    package var throughput: Double? {
        let flowing = duration - firstByteTime - heldBackTime
        guard flowing > 0, bytes > 0 else { return nil }
        return Double(bytes) * 8 / flowing
    }
}
