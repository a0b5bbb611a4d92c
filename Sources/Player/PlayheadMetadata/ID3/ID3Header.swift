/// The ten-byte header of a tag (ID3v2.4.0-structure §3.1).
struct ID3Header {
    private enum Flag {
        static let unsynchronisation: UInt8 = 0x80
        /// In 2.2 the same bit means that the whole tag is compressed.
        static let extendedHeader: UInt8 = 0x40
        static let footer: UInt8 = 0x10
    }

    var version: Int
    var isUnsynchronised: Bool
    var hasExtendedHeader: Bool
    var isCompressed: Bool
    var hasFooter: Bool
    /// The number of bytes between the header and the footer.
    var bodySize: Int

    /// The number of bytes of the whole tag.
    var tagSize: Int { ID3Tag.headerSize + bodySize + (hasFooter ? ID3Tag.headerSize : 0) }

    init?(_ bytes: ArraySlice<UInt8>) {
        var reader = ByteReader(bytes)
        guard let mark = reader.read(3), mark.elementsEqual("ID3".utf8), let major = reader.byte(), reader.byte() != nil,
            let flags = reader.byte(),
            let size = reader.read(4), (2...4).contains(major)
        else { return nil }
        version = Int(major)
        isUnsynchronised = flags & Flag.unsynchronisation != 0
        hasExtendedHeader = major > 2 && flags & Flag.extendedHeader != 0
        isCompressed = major == 2 && flags & Flag.extendedHeader != 0
        hasFooter = major == 4 && flags & Flag.footer != 0
        bodySize = ID3Size.synchsafe(size)
    }
}

/// The encodings of sizes in tags.
enum ID3Size {
    /// Decodes a size with seven bits per byte (ID3v2.4.0-structure §6.2).
    static func synchsafe(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 7 | Int($1 & 0x7F) } }

    /// Decodes a size with eight bits per byte.
    static func plain(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
