/// Compressed data (RFC 1950, RFC 1951) that expands to 158 times its size.
enum DeflateBomb {
    /// Returns zeros in one block with fixed codes: a literal, then matches of 258 bytes at distance 1.
    static func zlib(megabytes: Int) -> [UInt8] {
        var bits = BitWriter()
        bits.write(1, count: 1)
        bits.write(1, count: 2)
        // The literal 0: code 00110000, most significant bit first.
        bits.writeCode(0b0011_0000, count: 8)
        for _ in 0..<((megabytes << 20) / 258) {
            // Length 258 is symbol 285, code 11000101; distance 1 is code 00000.
            bits.writeCode(0b1100_0101, count: 8)
            bits.writeCode(0, count: 5)
        }
        bits.writeCode(0, count: 7)
        return [0x78, 0x9C] + bits.bytes
    }

    private struct BitWriter {
        private(set) var bytes: [UInt8] = []
        private var used = 8

        mutating func write(_ value: Int, count: Int) {
            for bit in 0..<count { append(UInt8(value >> bit & 1)) }
        }

        mutating func writeCode(_ value: Int, count: Int) {
            for bit in (0..<count).reversed() { append(UInt8(value >> bit & 1)) }
        }

        private mutating func append(_ bit: UInt8) {
            if used == 8 {
                bytes.append(0)
                used = 0
            }
            bytes[bytes.count - 1] |= bit << UInt8(used)
            used += 1
        }
    }
}
