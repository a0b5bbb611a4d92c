/// Frames as a page sends them, byte by byte.
enum RawFrame {
    /// A frame whose mask is of zeros, so that its payload is as written; of less than 64 KiB.
    static func bytes(_ opcode: UInt8, _ text: String, isLast: Bool = true, isMasked: Bool = true) -> [UInt8] {
        let length = text.utf8.count
        let mask: UInt8 = isMasked ? 0x80 : 0
        let size = length < 126 ? [mask | UInt8(length)] : [mask | 126, UInt8(length >> 8), UInt8(length & 0xFF)]
        return [(isLast ? 0x80 : 0) | opcode] + size + (isMasked ? [0, 0, 0, 0] : []) + Array(text.utf8)
    }

    /// A farewell.
    static func closing(_ code: UInt16) -> [UInt8] { [0x88, 0x82, 0, 0, 0, 0, UInt8(code >> 8), UInt8(code & 0xFF)] }
}
