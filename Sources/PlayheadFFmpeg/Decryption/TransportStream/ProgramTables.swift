/// The tables of a transport stream that describe its content (ISO/IEC 13818-1 §2.4.4).
enum ProgramTables {
    /// The codec of an elementary stream that may be encrypted.
    enum Codec {
        case h264
        case aac
        case ac3
    }

    /// An elementary stream.
    struct Stream {
        var identifier: Int
        var codec: Codec
    }

    /// The types of encrypted streams (Apple's sample encryption, §3), the corresponding clear types, and their codecs.
    private static let types: [(encrypted: UInt8, clear: UInt8, codec: Codec)] = [
        (0xDB, 0x1B, .h264), (0xCF, 0x0F, .aac), (0xC1, 0x81, .ac3), (0xC2, 0x87, .ac3),
    ]

    /// Returns the size of the section at the beginning of `bytes`, or `nil` if more bytes are required.
    static func sectionSize(_ bytes: [UInt8]) -> Int? { bytes.count < 3 ? nil : 3 + (Int(bytes[1] & 0x0F) << 8 | Int(bytes[2])) }

    /// Returns the packet identifiers of the program maps in a program association section.
    static func maps(inAssociation section: ArraySlice<UInt8>) -> [Int] {
        let section = Array(section)
        guard section.first == 0, section.count >= 12 else { return [] }
        return stride(from: 8, through: section.count - 8, by: 4).compactMap { index in
            let program = Int(section[index]) << 8 | Int(section[index + 1])
            return program == 0 ? nil : Int(section[index + 2] & 0x1F) << 8 | Int(section[index + 3])
        }
    }

    /// Replaces the types of encrypted streams in a program map section by those of clear ones.
    ///
    /// If no stream has an encrypted type, all streams with a suitable type are assumed to be encrypted, because some packagers do not
    /// change the types.
    /// - Returns: The encrypted streams.
    static func declareClear(_ section: inout ArraySlice<UInt8>) -> [Stream] {
        let table: UInt8 = 2
        let checksum = 4
        let first = section.startIndex
        let end = section.endIndex - checksum
        guard section.first == table, section.count >= 16 else { return [] }
        var found: [(index: Int, stream: Stream, isDeclared: Bool, clear: UInt8)] = []
        var index = first + 12 + (Int(section[first + 10] & 0x0F) << 8 | Int(section[first + 11]))
        while index + 5 <= end {
            let type = section[index]
            let identifier = Int(section[index + 1] & 0x1F) << 8 | Int(section[index + 2])
            if let known = types.first(where: { $0.encrypted == type || $0.clear == type }) {
                found.append((index, Stream(identifier: identifier, codec: known.codec), known.encrypted == type, known.clear))
            }
            index += 5 + (Int(section[index + 3] & 0x0F) << 8 | Int(section[index + 4]))
        }
        let declared = found.filter(\.isDeclared)
        guard !declared.isEmpty else { return found.map(\.stream) }
        for entry in declared { section[entry.index] = entry.clear }
        let sum = checksum32(section[first..<end])
        for (offset, shift) in [24, 16, 8, 0].enumerated() { section[end + offset] = UInt8(truncatingIfNeeded: sum >> UInt32(shift)) }
        return declared.map(\.stream)
    }

    /// Returns the checksum of sections (annex A).
    static func checksum32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte) << 24
            for _ in 0..<8 { sum = sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
        }
        return sum
    }
}
