/// Which references of a stream are not followed, as `AVAssetReferenceRestrictions`: URLs in its playlists, of segments, keys and renditions.
///
/// An item that contains a forbidden one fails with error 20004 when it comes to it.
public struct ReferenceRestrictions: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt

    /// Makes restrictions of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// From a stream of the network to files of this machine; forbidden by default.
    public static let forbidRemoteReferenceToLocal = ReferenceRestrictions(rawValue: 1)
    /// From a file of this machine to the network.
    public static let forbidLocalReferenceToRemote = ReferenceRestrictions(rawValue: 2)
    /// From a stream of the network to another host or port of it.
    public static let forbidCrossSiteReference = ReferenceRestrictions(rawValue: 4)
    /// From a file of this machine to another.
    public static let forbidLocalReferenceToLocal = ReferenceRestrictions(rawValue: 8)
    /// All of them.
    public static let forbidAll: ReferenceRestrictions = [
        .forbidRemoteReferenceToLocal, .forbidLocalReferenceToRemote, .forbidCrossSiteReference, .forbidLocalReferenceToLocal,
    ]
    /// None of them, the default one neither.
    public static let forbidNone: ReferenceRestrictions = []
}
