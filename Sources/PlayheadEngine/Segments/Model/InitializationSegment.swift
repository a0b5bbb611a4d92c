import PlayheadTransport

/// The bytes that a demuxer needs before the segments that share them.
struct InitializationSegment: Sendable, Hashable {
    /// The identity, as the manifest writes it. The URL may change with that of a live manifest, although the bytes are the same.
    var id: any Hashable & Sendable
    /// The absolute URL.
    var url: String
    /// The part of the resource; `nil` for the whole.
    var byteRange: ByteRange?
    /// How it is encrypted.
    var encryption = SegmentEncryption.none

    static func == (one: Self, other: Self) -> Bool { AnyHashable(one.id) == AnyHashable(other.id) }

    func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(id)) }
}
