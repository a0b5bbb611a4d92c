/// Turns the bytes that a terminal sends into keys: pure.
///
/// Knows UTF-8, xterm's sequences for cursor and function keys (CSI and SS3, with modifiers), and Alt as Escape before a character. Sequences may be split
/// over reads; unknown ones are dropped as a whole.
public struct KeyParser: Sendable {
    private static let escape: UInt8 = 0x1B
    /// No key's sequence is longer; a stream without an end must not fill the memory.
    private static let maximumLength = 32

    private var pending: [UInt8] = []

    /// Makes a parser with nothing read.
    public init() {}

    /// Whether a key has begun and not ended: after a pause (some 30 ms) call ``flush()``.
    public var isPending: Bool { !pending.isEmpty }

    /// The keys that end in `bytes`.
    public mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] {
        var keys: [Key] = []
        for byte in bytes {
            pending.append(byte)
            take(&keys)
        }
        return keys
    }

    /// What has begun is all there is: a lone Escape is the key.
    public mutating func flush() -> [Key] {
        defer { pending = [] }
        return pending == [Self.escape] ? [Key(.escape)] : []
    }

    /// Takes the pending bytes if they are a key or can't become one.
    private mutating func take(_ keys: inout [Key]) {
        guard let first = pending.first else { return }
        if first != Self.escape {
            takeCharacter(&keys)
        } else if pending.count > 1 {
            switch pending[1] {
            case UInt8(ascii: "["): takeControlSequence(&keys)
            case UInt8(ascii: "O"): takeSingleShift(&keys)
            case Self.escape:
                // Escape, and the beginning of something else.
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

    /// CSI P… F: parameters, intermediates, and a final byte (ECMA-48 §5.4).
    private mutating func takeControlSequence(_ keys: inout [Key]) {
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
