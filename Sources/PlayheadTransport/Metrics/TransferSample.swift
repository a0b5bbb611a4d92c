import Foundation

/// The measurements of a transfer, for bandwidth estimates and access logs.
public struct TransferSample: Sendable, Hashable {
    /// The outcome of a transfer.
    public enum Outcome: String, Sendable, Hashable {
        /// The whole body arrived.
        case complete
        /// The transfer failed.
        case failed
        /// The reader cancelled the transfer.
        case cancelled
    }

    /// The URL after redirects. It may contain secrets: log `url.withoutSecrets`.
    public var url: URL
    /// The kind of the request.
    public var kind: LoadKind
    /// The outcome.
    public var outcome: Outcome
    /// The number of bytes of the body, after decompression.
    public var bytes: Int64
    /// The time from the request to the head of the response in seconds, including connecting and excluding earlier redirects.
    public var firstByteTime: Double
    /// The time from the request to the end of the body, in seconds.
    public var duration: Double
    /// The part of `duration` in which the transfer was held back because the reader did not read, in seconds.
    public var heldBackTime: Double

    /// Creates a sample; times are in seconds.
    public init(
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
    public var throughput: Double? {
        let flowing = duration - firstByteTime - heldBackTime
        guard flowing > 0, bytes > 0 else { return nil }
        return Double(bytes) * 8 / flowing
    }
}
