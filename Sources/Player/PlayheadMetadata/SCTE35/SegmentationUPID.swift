/// An identifier of content in one of many registers (ANSI/SCTE 35 §10.3.3.1).
package struct SegmentationUPID: Sendable, Hashable {
    private enum TypeID {
        static let list = 0x0D
        static let texts: Set<Int> = [0x01, 0x02, 0x03, 0x07, 0x09, 0x0E, 0x0F, 0x11]
    }

    private static let typeNames = [
        0x00: "Not Used", 0x01: "User Defined", 0x02: "ISCI", 0x03: "Ad-ID", 0x04: "UMID", 0x05: "ISAN", 0x06: "ISAN", 0x07: "TID",
        0x08: "AiringID", 0x09: "ADI", 0x0A: "EIDR", 0x0B: "ATSC Content Identifier", 0x0C: "MPU", 0x0D: "MID", 0x0E: "ADS Information",
        0x0F: "URI", 0x10: "UUID", 0x11: "SCR",
    ]

    /// The register.
    package var type: Int
    /// The identifier, as received.
    package var data: [UInt8]

    /// The name of the register in the standard; `nil` for a reserved one.
    package var typeName: String? { Self.typeNames[type] }

    /// The identifier as text: unchanged if the register has texts, otherwise in hexadecimal.
    package var text: String {
        if TypeID.texts.contains(type) { return String(decoding: data, as: UTF8.self) }
        if type == 0x10, data.count == 16 { return Self.uuid(data) }
        return Hexadecimal.encode(data)
    }

    /// Returns the identifiers of a descriptor: one, or those of a list.
    static func list(type: Int, _ bytes: ArraySlice<UInt8>) -> [SegmentationUPID] {
        guard type == TypeID.list else { return type == 0 && bytes.isEmpty ? [] : [SegmentationUPID(type: type, data: Array(bytes))] }
        var reader = ByteReader(bytes)
        var all: [SegmentationUPID] = []
        while let type = reader.byte(), let length = reader.byte(), let data = reader.read(Int(length)) {
            all.append(SegmentationUPID(type: Int(type), data: Array(data)))
        }
        return all
    }

    private static func uuid(_ data: [UInt8]) -> String {
        let digits = Hexadecimal.encode(data).dropFirst(2).lowercased()
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text.append("-") }
            text.append(digit)
        }
        return text
    }
}
