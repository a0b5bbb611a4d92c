/// Reads bit fields, the most significant bit first, and never past the end.
struct BitReader {
    private let bytes: ArraySlice<UInt8>
    /// The number of bits that were read.
    private var position = 0

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// The number of remaining bits.
    var remaining: Int { bytes.count * 8 - position }

    /// Reads the next `count` bits, at most 63, as a number.
    mutating func bits(_ count: Int) -> Int? {
        guard count >= 0, count < 64, count <= remaining else { return nil }
        var value = 0
        var left = count
        while left > 0 {
            let offset = position & 7
            let taken = min(left, 8 - offset)
            let byte = Int(bytes[bytes.startIndex + position >> 3])
            value = value << taken | byte >> (8 - offset - taken) & (1 << taken - 1)
            position += taken
            left -= taken
        }
        return value
    }

    /// Reads the next bit.
    mutating func flag() -> Bool? { bits(1).map { $0 == 1 } }

    /// Reads the next `count` bytes; the position must be at a byte boundary.
    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard position & 7 == 0, count >= 0, count <= remaining / 8 else { return nil }
        let start = bytes.startIndex + position >> 3
        // bounded: the guard above has this many bytes
        position += count * 8
        // bounded: the guard above has this many bytes
        return bytes[start..<start + count]
    }
}
