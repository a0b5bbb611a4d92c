/// The ID3 tag before a packed audio segment, which holds the timestamp of its first sample (RFC 8216bis §3.1.5).
struct PackedAudioTag: Equatable {
    private static let headerSize = 10
    private static let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8)

    /// The timestamp in seconds, or `nil` where the tag has none.
    var timestamp: Double?
    /// Bytes of the whole tag.
    var size: Int

    /// Whether `bytes` may begin with a tag: false once they can't.
    static func mayBegin(_ bytes: some RandomAccessCollection<UInt8>) -> Bool {
        zip(bytes, "ID3".utf8).allSatisfy { $0 == $1 }
    }

    /// Bytes of the tag at the beginning of `bytes`, or `nil` where more of them are needed or it is none.
    static func size(of bytes: [UInt8]) -> Int? {
        guard bytes.count >= headerSize, bytes.starts(with: "ID3".utf8) else { return nil }
        let footer = bytes[5] & 0x10 != 0 ? headerSize : 0
        return headerSize + syncsafe(bytes[6..<10]) + footer
    }

    /// Reads the tag at the beginning of `bytes`, which holds all of it.
    init?(_ bytes: [UInt8]) {
        guard let size = Self.size(of: bytes), bytes.count >= size else { return nil }
        self.size = size
        let version = bytes[3]
        var position = Self.headerSize
        while position + Self.headerSize <= size {
            let name = bytes[position..<position + 4]
            let lengthBytes = bytes[position + 4..<position + 8]
            let length = version >= 4 ? Self.syncsafe(lengthBytes) : lengthBytes.reduce(0) { $0 << 8 | Int($1) }
            let body = position + Self.headerSize
            guard length > 0, length <= size - body else { return }
            let content = bytes[body..<body + length]
            if name.elementsEqual("PRIV".utf8), content.starts(with: Self.owner), content.count >= Self.owner.count + 9 {
                let ticks = content.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                timestamp = Double(ticks & (1 << 33 - 1)) / 90_000
                return
            }
            position = body + length
        }
    }

    private static func syncsafe(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 7 | Int($1 & 0x7F) } }
}
