/// Parses a terminal's input into keys, without I/O.
///
/// The parser handles UTF-8, xterm's sequences for cursor and function keys (CSI and SS3, with modifiers), and Alt as Escape before a
/// character. Sequences may be split between reads; unknown sequences are dropped as a whole.
package struct KeyParser: Sendable {
    private static let escape: UInt8 = 0x1B
    /// The maximum length of a sequence, which bounds the memory for a sequence without an end.
    private static let maximumLength = 32

    private var pending: [UInt8] = []

    /// Creates a parser.
    package init() {}

    /// Whether a key is incomplete: call ``flush()`` after a pause of about 30 ms.
    package var isPending: Bool { !pending.isEmpty }

    /// Parses `bytes` and returns the completed keys.
    package mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] {
        var keys: [Key] = []
        for byte in bytes {
            pending.append(byte)
            consume(&keys)
        }
        return keys
    }

    /// Treats the pending bytes as complete: a single Escape is the Escape key.
    package mutating func flush() -> [Key] {
        defer { pending = [] }
        return pending == [Self.escape] ? [Key(.escape)] : []
    }

    /// Consumes the pending bytes if they are a key, or cannot become one.
    private mutating func consume(_ keys: inout [Key]) {
        guard let first = pending.first else { return }
        if first != Self.escape {
            takeCharacter(&keys)
        } else if pending.count > 1 {
            switch pending[1] {
            case UInt8(ascii: "["): consumeControlSequence(&keys)
            case UInt8(ascii: "O"): takeSingleShift(&keys)
            case Self.escape:
                // Escape followed by the start of another key.
                keys.append(Key(.escape))
                pending.removeFirst()
            default: takeAlternate(&keys)
            }
        }
    }

    private mutating func takeCharacter(_ keys: inout [Key]) {
        guard let key = Self.key(character: pending) else {
            if pending.count >= Self.length(ofCharacterFrom: pending[0]) { pending = [] }
            return
        }
        keys.append(key)
        pending = []
    }

    private mutating func takeAlternate(_ keys: inout [Key]) {
        let rest = Array(pending.dropFirst())
        guard var key = Self.key(character: rest) else {
            if rest.count >= Self.length(ofCharacterFrom: rest[0]) { pending = [] }
            return
        }
        key.modifiers.insert(.alt)
        keys.append(key)
        pending = []
    }

    /// Parses CSI P… F: parameters, intermediates, and a final byte (ECMA-48 §5.4).
    private mutating func consumeControlSequence(_ keys: inout [Key]) {
        guard pending.count > 2, let last = pending.last else { return }
        if pending.count > Self.maximumLength || last < 0x20 || last > 0x7E {
            pending = []
        } else if last >= 0x40 {
            // The Linux console sends CSI [ A to E for F1 to F5.
            if pending.count == 3, last == UInt8(ascii: "[") { return }
            if pending.count == 4, pending[2] == UInt8(ascii: "["), (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(last) {
                keys.append(Key(.function(Int(last - UInt8(ascii: "A")) + 1)))
            } else {
                let parameters = pending[2..<pending.count - 1].split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
                    .map { Int(String(decoding: $0, as: UTF8.self)) }
                if let key = Self.key(final: last, parameters: parameters) { keys.append(key) }
            }
            pending = []
        }
    }

    private mutating func takeSingleShift(_ keys: inout [Key]) {
        guard pending.count > 2 else { return }
        if let key = Self.key(final: pending[2], parameters: []) { keys.append(key) }
        pending = []
    }
}
