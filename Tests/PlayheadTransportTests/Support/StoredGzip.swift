/// Encodes bytes as gzip without compression (RFC 1951 §3.2.4, RFC 1952 §2.3).
enum StoredGzip {
    static func pack(_ bytes: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        let blockSize = 0xFFFF
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(blockSize)
            rest = rest.dropFirst(blockSize)
            packed.append(rest.isEmpty ? 1 : 0)
            packed += littleEndian(UInt16(block.count)) + littleEndian(~UInt16(block.count)) + block
        } while !rest.isEmpty
        return packed + littleEndian(crc(bytes)) + littleEndian(UInt32(bytes.count))
    }

    private static func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = ~0
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }
}
