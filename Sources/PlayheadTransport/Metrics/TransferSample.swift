import Foundation

/// How one transfer went: what bandwidth estimates and access logs are made of.
public struct TransferSample: Sendable, Hashable {
    /// How it ended.
    public enum Outcome: String, Sendable, Hashable {
        /// The whole body arrived.
        case complete
        /// It broke off.
        case failed
        /// The reader gave it up.
        case cancelled
    }

    /// Where it came from, after redirects. It may hold secrets: log `url.withoutSecrets`.
    public var url: URL
    /// What it was for.
    public var kind: LoadKind
    /// How it ended.
    public var outcome: Outcome
    /// Bytes of the body, after unpacking.
    public var bytes: Int64
    /// Seconds from the request to the head of the response, connecting included, redirects before it not.
    public var firstByteTime: Double
    /// Seconds from the request to the end of the body.
    public var duration: Double
    /// Seconds of `duration` in which the transfer was held back because the reader did not take what had arrived.
    public var heldBackTime: Double

    /// Makes a sample; times in seconds.
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

    /// Bits a second while the body was flowing, or `nil` when it was too short to tell.
    public var throughput: Double? {
        let flowing = duration - firstByteTime - heldBackTime
        guard flowing > 0, bytes > 0 else { return nil }
        return Double(bytes) * 8 / flowing
    }
}
