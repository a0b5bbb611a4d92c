/// A message of digital program insertion (`splice_info_section`; ANSI/SCTE 35 §9.6).
package struct SpliceInfoSection: Sendable, Hashable {
    /// The reason why bytes are not a section.
    package enum Failure: Error, Sendable, Hashable {
        /// The text is neither hexadecimal nor base64.
        case notEncoded
        /// The table's identifier is not 0xFC.
        case wrongTable
        /// The section is truncated.
        case cutOff
    }

    /// The version of the protocol; 0 is the only one.
    package var protocolVersion: Int
    /// The adjustment of every time in the section, in ticks of 90 kHz.
    package var adjustmentTicks: Int
    /// The encryption algorithm of the command and the descriptors; `nil` without encryption. Encrypted ones are not parsed.
    package var encryptionAlgorithm: Int?
    /// The authorization tier, 0xFFF for all.
    package var tier: Int
    /// The command.
    package var command: SpliceCommand
    /// The descriptors of the command.
    package var descriptors: [SpliceDescriptor]
    /// Whether the checksum is correct.
    package var isChecksumValid: Bool
    /// The section as received.
    package var bytes: [UInt8]

    private static let tableID = 0xFC
    private static let checksumSize = 4

    /// Parses the section at the beginning of `bytes`.
    package static func parse(_ bytes: ArraySlice<UInt8>) throws(Failure) -> SpliceInfoSection {
        var head = BitReader(bytes)
        guard let table = head.bits(8) else { throw .cutOff }
        guard table == tableID else { throw .wrongTable }
        // section_syntax_indicator, private_indicator and sap_type are constant.
        guard head.bits(4) != nil, let length = head.bits(12), length >= checksumSize, let content = head.bytes(length) else {
            throw .cutOff
        }
        let whole = bytes[bytes.startIndex..<content.endIndex]
        guard var section = SpliceInfoSection(content.dropLast(checksumSize)) else { throw .cutOff }
        section.isChecksumValid = CRC32MPEG2.checksum(whole) == 0
        section.bytes = Array(whole)
        return section
    }

    /// Parses the section at the beginning of `bytes`.
    package static func parse(_ bytes: [UInt8]) throws(Failure) -> SpliceInfoSection { try parse(bytes[...]) }

    /// Parses a section in hexadecimal, with or without `0x` (SCTE35-CMD, -OUT and -IN of EXT-X-DATERANGE), or in base64.
    package static func parse(_ text: String) throws(Failure) -> SpliceInfoSection {
        let trimmed = text.filter { !$0.isWhitespace }
        // Every section begins with 0xFC, which is `/` in base64.
        if trimmed.lowercased().hasPrefix("0x") || trimmed.lowercased().hasPrefix("fc") {
            guard let bytes = Hexadecimal.decode(trimmed) else { throw .notEncoded }
            return try parse(bytes)
        }
        guard let bytes = Base64.decode(trimmed) ?? Hexadecimal.decode(trimmed) else { throw .notEncoded }
        return try parse(bytes)
    }

    private init?(_ content: ArraySlice<UInt8>) {
        var reader = BitReader(content)
        guard let version = reader.bits(8), let isEncrypted = reader.flag(), let algorithm = reader.bits(6),
            let adjustment = reader.bits(33),
            reader.bits(8) != nil, let tier = reader.bits(12), let commandLength = reader.bits(12), let commandType = reader.bits(8)
        else { return nil }
        protocolVersion = version
        encryptionAlgorithm = isEncrypted ? algorithm : nil
        adjustmentTicks = adjustment
        self.tier = tier
        descriptors = []
        isChecksumValid = false
        bytes = []
        guard !isEncrypted else {
            command = .unknown(type: commandType, data: [])
            return
        }
        // Before 2009 the length was absent: 0xFFF, and the command determines its end (§9.6.1).
        let isLengthKnown = commandLength != 0xFFF
        guard let body = isLengthKnown ? reader.bytes(commandLength) : reader.bytes(reader.remaining / 8) else { return nil }
        var commandReader = BitReader(body)
        command = SpliceCommand(type: commandType, body, &commandReader)
        var descriptorReader = isLengthKnown ? reader : commandReader
        guard let length = descriptorReader.bits(16) else { return }
        guard let loop = descriptorReader.bytes(min(length, descriptorReader.remaining / 8)) else { return }
        descriptors = SpliceDescriptor.list(loop)
    }
}

/// The checksum of MPEG-2 sections (ISO/IEC 13818-1 annex A).
enum CRC32MPEG2 {
    private static let polynomial: UInt32 = 0x04C1_1DB7
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index) << 24) { value, _ in value & 0x8000_0000 == 0 ? value << 1 : value << 1 ^ polynomial }
    }

    /// Returns the checksum, which is 0 for a section including its checksum.
    static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.reduce(UInt32.max) { $0 << 8 ^ table[Int($0 >> 24) ^ Int($1)] }
    }
}
