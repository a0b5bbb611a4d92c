import PlayheadTransport

/// The bytes that a demuxer needs before the segments that share this initialization segment.
struct InitializationSegment: Sendable, Hashable {
    /// The identity as written in the manifest. The URL may change with that of a live manifest although the bytes are the same.
    var id: any Hashable & Sendable
    /// The content of the segments as declared by the manifest.
    var content = MediaContent.unknown
    /// The absolute URL.
    var url: String
    /// The byte range of the resource; `nil` for the whole resource.
    var byteRange: ByteRange?
    /// The encryption.
    var encryption = SegmentEncryption.none

    static func == (one: Self, other: Self) -> Bool { AnyHashable(one.id) == AnyHashable(other.id) }

    func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(id)) }
}
