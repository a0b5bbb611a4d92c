/// The references of a stream that are not followed, as in `AVAssetReferenceRestrictions`: URLs of segments, keys and renditions.
///
/// Playback of an item fails with error 20004 when it reaches a forbidden reference.
public struct ReferenceRestrictions: OptionSet, Sendable, Hashable {
    /// The bits of the restrictions.
    public let rawValue: UInt

    /// Creates restrictions from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Forbids references from a remote stream to local files. This is the default.
    public static let forbidRemoteReferenceToLocal = ReferenceRestrictions(rawValue: 1)
    /// Forbids references from a local file to the network.
    public static let forbidLocalReferenceToRemote = ReferenceRestrictions(rawValue: 2)
    /// Forbids references from a remote stream to another host or port.
    public static let forbidCrossSiteReference = ReferenceRestrictions(rawValue: 4)
    /// Forbids references from a local file to other local files.
    public static let forbidLocalReferenceToLocal = ReferenceRestrictions(rawValue: 8)
    /// All restrictions.
    public static let forbidAll: ReferenceRestrictions = [
        .forbidRemoteReferenceToLocal, .forbidLocalReferenceToRemote, .forbidCrossSiteReference, .forbidLocalReferenceToLocal,
    ]
    /// No restrictions, not even the default one.
    public static let forbidNone: ReferenceRestrictions = []
}
