/// A list of Vorbis comments (Vorbis I §5.2.1) whose bytes are read in order, and which can be ended: FFmpeg stops at a length that is
/// negative.
struct CommentList {
    private enum Field {
        case vendorLength, vendor, count, length, comment, ending, ended, refused
    }

    /// The bytes of a length, and of the same number of bytes behind it that keep the checksum of a page.
    private static let lengthSize = 4
    /// The number of comments that may exceed the permitted ones where a page has no room to end the list.
    private static let maximumExcess = TagLimit.maximumComments

    private var field = Field.vendorLength
    /// The number that is being read, and the number of its bytes.
    private var number: UInt32 = 0
    private var filled = 0
    /// The number of bytes of a text that follow.
    private var rest = 0
    /// The number of comments that follow.
    private var comments: UInt32 = 0
    /// The checksum of what was inverted.
    private var checksum: UInt32 = 0

    /// Whether the list exceeds the permitted number of comments, and its pages leave no room to end it.
    var isRefused: Bool { field == .refused }

    /// The number of bytes that need not be read.
    var skippable: Int {
        switch field {
        case .vendor, .comment: rest
        case .ended, .refused: .max
        case .vendorLength, .count, .length, .ending: 0
        }
    }

    /// Skips at most ``skippable`` bytes.
    mutating func skip(_ count: Int) {
        guard field == .vendor || field == .comment else { return }
        rest -= min(count, rest)
        if rest == 0 { leaveText() }
    }

    /// Reads a byte.
    /// - Parameters:
    ///   - byte: The byte.
    ///   - left: The number of bytes in its page or block from this one on.
    ///   - isChecked: Whether the page has a checksum.
    ///   - permitted: The number of comments that are permitted.
    /// - Returns: The bits to invert.
    mutating func read(_ byte: UInt8, left: Int, isChecked: Bool, permitted: inout Int) -> UInt8 {
        let needed = isChecked ? 2 * Self.lengthSize : Self.lengthSize
        if field == .length, filled == 0, permitted <= 0 {
            if left >= needed {
                field = .ending
            } else if permitted <= -Self.maximumExcess {
                field = .refused
                return .max
            }
        }
        if field == .ending { return end(byte, needed: needed) }
        number |= UInt32(byte) << UInt32(8 * filled)
        filled += 1
        guard filled == Self.lengthSize else { return 0 }
        let value = number
        (number, filled) = (0, 0)
        switch field {
        case .count:
            comments = value
            field = value == 0 ? .ended : .length
        case .vendorLength, .length:
            if field == .length {
                permitted -= 1
                comments -= 1
            }
            field = value > UInt32(Int32.max) ? .ended : field == .length ? .comment : .vendor
            rest = Int(value)
            if value == 0 { leaveText() }
        case .vendor, .comment, .ending, .ended, .refused: break
        }
        return 0
    }

    private mutating func leaveText() {
        if field == .vendor { field = .count } else { field = comments == 0 ? .ended : .length }
    }

    /// Returns the bits to invert in a byte of a length, so that it is negative, and in the bytes behind it, so that the checksum of the
    /// page stays correct: the checksum of a number behind which its checksum follows is 0.
    private mutating func end(_ byte: UInt8, needed: Int) -> UInt8 {
        defer {
            filled += 1
            if filled == needed { field = .ended }
        }
        guard filled < Self.lengthSize else { return UInt8(truncatingIfNeeded: checksum >> UInt32(8 * (needed - 1 - filled))) }
        let bits = ~byte
        checksum = (0..<8).reduce(checksum ^ UInt32(bits) << 24) { sum, _ in
            sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1
        }
        return bits
    }
}
