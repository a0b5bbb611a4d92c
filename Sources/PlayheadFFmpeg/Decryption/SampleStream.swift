/// Samples that are encrypted in a container that is clear. For now the bytes pass as they are.
struct SampleStream: DecryptingStream {
    init(key: [UInt8], vector: [UInt8]) throws(DecryptionError) {
        guard vector.count == BlockCipher.blockSize else { throw .vectorLength(vector.count) }
        _ = try BlockCipher(key: key, .decrypting)
    }
    func update(_ bytes: [UInt8]) -> [UInt8] { bytes }
    func finish() -> [UInt8] { [] }
}
