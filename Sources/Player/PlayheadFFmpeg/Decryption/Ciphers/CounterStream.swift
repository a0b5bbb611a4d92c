/// Counter mode (NIST SP 800-38A §6.5): the low 64 bits of the counter block are the counter, as in Common Encryption and HLS.
struct CounterStream: DecryptingStream {
    private static let blocksAtOnce = 256

    private let cipher: BlockCipher
    /// The upper half of the counter block.
    private let fixed: [UInt8]
    private var counter: UInt64
    /// The key stream, of which `used` octets are spent.
    private var pad: [UInt8] = []
    private var used = 0

    /// Creates the stream at `offset` octets behind its beginning.
    init(key: [UInt8], vector: [UInt8], offset: UInt64) throws(DecryptionError) {
        guard vector.count == BlockCipher.blockSize else { throw .vectorLength(vector.count) }
        cipher = try BlockCipher(key: key, .encrypting)
        fixed = Array(vector[..<8])
        let (blocks, rest) = offset.quotientAndRemainder(dividingBy: UInt64(BlockCipher.blockSize))
        counter = vector[8...].reduce(0) { $0 << 8 | UInt64($1) } &+ blocks
        guard rest > 0 else { return }
        refill()
        used = Int(rest)
    }

    mutating func update(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        var index = 0
        while index < bytes.count {
            if used == pad.count { refill() }
            let step = min(bytes.count - index, pad.count - used)
            for offset in 0..<step { bytes[index + offset] ^= pad[used + offset] }
            index += step
            used += step
        }
        return bytes
    }

    func finish() -> [UInt8] { [] }

    private mutating func refill() {
        pad.removeAll(keepingCapacity: true)
        for _ in 0..<Self.blocksAtOnce {
            pad.append(contentsOf: fixed)
            for shift in stride(from: 56, through: 0, by: -8) { pad.append(UInt8(truncatingIfNeeded: counter >> UInt64(shift))) }
            counter &+= 1
        }
        pad.withUnsafeMutableBytes { cipher.eachBlock($0) }
        used = 0
    }
}
