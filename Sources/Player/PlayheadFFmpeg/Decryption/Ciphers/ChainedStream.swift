/// Cipher block chaining with the padding of PKCS #7 (RFC 5652 §6.3) at the end, in pieces of any size.
struct ChainedStream: DecryptingStream {
    private let cipher: BlockCipher
    private var vector: [UInt8]
    /// Octets that may be padding, or are an incomplete block: at most 16, still encrypted.
    private var held: [UInt8] = []
    private var received = 0

    init(key: [UInt8], vector: [UInt8]) throws(DecryptionError) {
        guard vector.count == BlockCipher.blockSize else { throw .vectorLength(vector.count) }
        cipher = try BlockCipher(key: key, .decrypting)
        self.vector = vector
    }

    mutating func update(_ bytes: [UInt8]) -> [UInt8] {
        guard !bytes.isEmpty else { return [] }
        received &+= bytes.count
        var clear = held
        clear.reserveCapacity(held.count + bytes.count)
        clear.append(contentsOf: bytes)
        let whole = (clear.count - 1) / BlockCipher.blockSize * BlockCipher.blockSize
        held = Array(clear[whole...])
        clear.removeLast(clear.count - whole)
        clear.withUnsafeMutableBytes { cipher.chain($0, vector: &vector) }
        return clear
    }

    mutating func finish() throws(DecryptionError) -> [UInt8] {
        guard held.count == BlockCipher.blockSize else { throw .incomplete(received) }
        held.withUnsafeMutableBytes { cipher.chain($0, vector: &vector) }
        let padding = Int(held[BlockCipher.blockSize - 1])
        guard (1...BlockCipher.blockSize).contains(padding), held.suffix(padding).allSatisfy({ Int($0) == padding }) else {
            throw .padding
        }
        defer { held = [] }
        return Array(held.dropLast(padding))
    }
}
