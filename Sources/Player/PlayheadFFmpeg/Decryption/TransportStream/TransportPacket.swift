/// The header of a packet of a transport stream (ISO/IEC 13818-1 §2.4.3.2).
struct TransportPacket {
    static let size = 188
    static let sync: UInt8 = 0x47

    /// The packet identifier of the stream.
    let identifier: Int
    /// Whether a PES packet or section begins in the packet.
    let beginsUnit: Bool
    /// The range of the payload; empty if there is none, or if it cannot be read.
    let payload: Range<Int>

    /// Parses the packet at `index` of `bytes`, which contain all of it; returns `nil` if there is none.
    init?(_ bytes: [UInt8], at index: Int) {
        guard bytes[index] == Self.sync else { return nil }
        identifier = Int(bytes[index + 1] & 0x1F) << 8 | Int(bytes[index + 2])
        beginsUnit = bytes[index + 1] & 0x40 != 0
        let isDamaged = bytes[index + 1] & 0x80 != 0
        let isScrambled = bytes[index + 3] & 0xC0 != 0
        let end = index + Self.size
        var start = index + 4
        if bytes[index + 3] & 0x20 != 0 { start += 1 + Int(bytes[index + 4]) }
        let hasPayload = bytes[index + 3] & 0x10 != 0 && start < end && !isDamaged && !isScrambled
        payload = hasPayload ? start..<end : end..<end
    }
}
