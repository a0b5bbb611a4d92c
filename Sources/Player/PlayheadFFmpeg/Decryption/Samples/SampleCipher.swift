/// The encryption of samples outside of MP4: AES-128-CBC without padding, restarted for each frame or NAL unit (Apple, "MPEG-2 Stream
/// Encryption Format for HTTP Live Streaming", §2).
struct SampleCipher {
    private let cipher: BlockCipher
    private let vector: [UInt8]

    init(key: [UInt8], vector: [UInt8]) throws(DecryptionError) {
        guard vector.count == BlockCipher.blockSize else { throw .vectorLength(vector.count) }
        cipher = try BlockCipher(key: key, .decrypting)
        self.vector = vector
    }

    /// Decrypts an audio frame without its header: a leader of 16 octets is clear, then encrypted blocks follow, and an incomplete block is
    /// clear (§2.3).
    func decryptAudio(_ body: UnsafeMutableRawBufferPointer) {
        let leader = 16
        guard body.count >= leader + BlockCipher.blockSize else { return }
        var vector = vector
        cipher.chain(UnsafeMutableRawBufferPointer(rebasing: body[leader...]), vector: &vector)
    }

    /// Decrypts a NAL unit without start code and emulation prevention: 32 octets are clear, then one block in ten is encrypted while more
    /// than a block remains (§2.2).
    func decryptVideo(_ unit: UnsafeMutableRawBufferPointer) {
        let leader = 32
        let clearRun = 144
        var vector = vector
        var index = leader
        while unit.count - index > BlockCipher.blockSize {
            cipher.chain(UnsafeMutableRawBufferPointer(rebasing: unit[index..<index + BlockCipher.blockSize]), vector: &vector)
            index += BlockCipher.blockSize + clearRun
        }
    }
}
