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

    /// The identifier of the table of a program map.
    static let mapTable: UInt8 = 2

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
        let checksum = 4
        let first = section.startIndex
        let end = section.endIndex - checksum
        guard section.first == mapTable, section.count >= 16 else { return [] }
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

    /// An elementary stream that a program map lists.
    struct Entry: Hashable {
        var identifier: Int
        var type: UInt8
        /// Whether the stream contains timed ID3 tags.
        var isTimedID3: Bool
        /// Whether the stream contains pictures: MPEG-1, MPEG-2 and MPEG-4, H.264, H.265, H.266, AVS.
        var isVideo: Bool { Self.videoTypes.contains(type) }

        private static let videoTypes: Set<UInt8> = [0x01, 0x02, 0x10, 0x1B, 0x24, 0x33, 0x42, 0xD1, 0xDB, 0xEA]
    }

    /// Returns the streams in a program map section, whose checksum was verified.
    static func streams(inMap section: [UInt8]) -> [Entry] {
        let checksum = 4
        guard section.first == mapTable, section.count >= 16 else { return [] }
        let end = section.count - checksum
        var entries: [Entry] = []
        var index = 12 + (Int(section[10] & 0x0F) << 8 | Int(section[11]))
        while index + 5 <= end {
            let identifier = Int(section[index + 1] & 0x1F) << 8 | Int(section[index + 2])
            let next = index + 5 + (Int(section[index + 3] & 0x0F) << 8 | Int(section[index + 4]))
            guard next <= end else { break }
            entries.append(
                Entry(identifier: identifier, type: section[index], isTimedID3: isTimedID3(section[index], section[index + 5..<next])))
            index = next
        }
        return entries
    }

    /// Whether a stream of a type with descriptors contains timed ID3 (Apple, "Timed Metadata for HTTP Live Streaming", §2).
    private static func isTimedID3(_ type: UInt8, _ descriptors: ArraySlice<UInt8>) -> Bool {
        let (metadata, privateData): (UInt8, UInt8) = (0x15, 0x06)
        let (registration, metadataDescriptor): (UInt8, UInt8) = (0x05, 0x26)
        let format: [UInt8] = [0x49, 0x44, 0x33, 0x20]
        guard type == metadata || type == privateData else { return false }
        var rest = descriptors
        var isOther = false
        while rest.count >= 2, let tag = rest.popFirst(), let length = rest.popFirst() {
            let content = Array(rest.prefix(Int(length)))
            rest = rest.dropFirst(Int(length))
            guard tag == registration || tag == metadataDescriptor && type == metadata else { continue }
            if content.indices.contains(where: { content[$0...].starts(with: format) }) { return true }
            isOther = true
        }
        return type == metadata && !isOther
    }

    /// Returns the checksum of sections (annex A); 0 for a section with its checksum.
    static func checksum32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte) << 24
            for _ in 0..<8 { sum = sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
        }
        return sum
    }
}
