/// The status of a content key, in the words of W3C Encrypted Media Extensions (`MediaKeyStatus`).
public enum ContentKeyStatus: String, Sendable, Hashable, Codable, CaseIterable {
    /// The key decrypts samples.
    case usable
    /// The key decrypts no more samples, because its time is over.
    case expired
    /// The key was released, and is no longer available.
    case released
    /// The key decrypts no samples because of the outputs that are connected.
    case outputRestricted = "output-restricted"
    /// The key decrypts samples, whose pictures are reduced because of the outputs that are connected.
    case outputDownscaled = "output-downscaled"
    /// The key will decrypt samples later.
    case usableInFuture = "usable-in-future"
    /// The key was requested.
    case statusPending = "status-pending"
    /// The key could not be obtained, or its system failed.
    case internalError = "internal-error"

    /// Whether the key decrypts samples.
    public var isUsable: Bool { self == .usable || self == .outputDownscaled }
}
