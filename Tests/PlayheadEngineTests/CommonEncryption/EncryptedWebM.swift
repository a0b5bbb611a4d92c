import PlayheadCore

@testable import PlayheadEngine

/// Writes encrypted WebM ("WebM Encryption"; RFC 9559).
enum EncryptedWebM {
    /// A block of the clear file.
    struct Block {
        /// The time in milliseconds.
        var time: Int
        var isKey: Bool
        var bytes: [UInt8]
    }

    /// Returns a file with one track of VP8. Every third block is clear, and every fifth one in three parts.
    static func file(_ blocks: [Block], key: ContentKey, id: ContentKeyID, width: Int, height: Int) throws -> [UInt8] {
        let header = element([0x1A, 0x45, 0xDF, 0xA3], text([0x42, 0x82], "webm"))
        let encryption = element([0x50, 0x35], number([0x47, 0xE1], 5) + element([0x47, 0xE2], id.octets))
        let encoding = element([0x62, 0x40], number([0x50, 0x33], 1) + encryption)
        let track =
            number([0xD7], 1) + number([0x73, 0xC5], 1) + number([0x83], 1) + text([0x86], "V_VP8")
            + element([0xE0], number([0xB0], width) + number([0xBA], height)) + element([0x6D, 0x80], encoding)
        let duration = Double((blocks.last?.time ?? 0) + 33).bitPattern
        var segment = element([0x15, 0x49, 0xA9, 0x66], number([0x2A, 0xD7, 0xB1], 1_000_000) + element([0x44, 0x89], bytes(duration)))
        segment += element([0x16, 0x54, 0xAE, 0x6B], element([0xAE], track))
        let crypter = try SampleCrypter(key: key)
        var cluster: [UInt8] = []
        var start = 0
        for (index, block) in blocks.enumerated() {
            if block.isKey, !cluster.isEmpty {
                segment += element([0x1F, 0x43, 0xB6, 0x75], cluster)
                cluster = []
            }
            if cluster.isEmpty {
                start = block.time
                cluster = number([0xE7], start)
            }
            let place = UInt16(truncatingIfNeeded: block.time - start)
            let data = try encrypted(block.bytes, index, crypter, id)
            cluster += element([0xA3], [0x81, UInt8(place >> 8), UInt8(place & 255), block.isKey ? 0x80 : 0] + data)
        }
        return header + element([0x18, 0x53, 0x80, 0x67], segment + element([0x1F, 0x43, 0xB6, 0x75], cluster))
    }

    private static func encrypted(_ clear: [UInt8], _ index: Int, _ crypter: SampleCrypter, _ id: ContentKeyID) throws -> [UInt8] {
        guard index % 3 != 2 else { return [0] + clear }
        let vector = bytes(UInt64(index + 1))
        let isPartitioned = index % 5 == 4 && clear.count > 30
        let parts = isPartitioned ? [Subsample(clear: 5, protected: 10), Subsample(clear: 3, protected: clear.count - 18)] : []
        var data = clear
        let sample = ProtectedSample(
            start: 0, size: data.count, scheme: .cenc, protection: SampleProtection(id), vector: vector, subsamples: parts)
        // Counted blocks are encrypted as they are decrypted.
        try crypter.decrypt(&data, at: 0, of: sample)
        let bounds: [UInt8] = isPartitioned ? [3, 0, 0, 0, 5, 0, 0, 0, 15, 0, 0, 0, 18] : []
        return [isPartitioned ? 3 : 1] + vector + bounds + data
    }

    private static func bytes(_ number: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) } }

    private static func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
        id + [0x01] + bytes(UInt64(content.count)).dropFirst() + content
    }

    private static func number(_ id: [UInt8], _ value: Int) -> [UInt8] { element(id, bytes(UInt64(value))) }

    private static func text(_ id: [UInt8], _ value: String) -> [UInt8] { element(id, Array(value.utf8)) }
}
