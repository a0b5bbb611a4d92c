import PlayheadFFmpeg
import PlayheadHLS

/// What of a resource is loaded for one I-frame.
///
/// An I-frame that is a part of an enciphered segment begins in the middle of its chain of blocks (RFC 8216bis §6.3.6): the range is widened to whole
/// blocks, and by the block before, which is what the first one was chained to.
struct IFrameRange: Sendable, Hashable {
    /// What is loaded; `nil` for all of it.
    let loaded: PlayheadHLS.ByteRange?
    private let wanted: PlayheadHLS.ByteRange?
    private let cipher: SegmentCipher?

    init(_ range: PlayheadHLS.ByteRange?, cipher: SegmentCipher?) {
        self.cipher = cipher
        guard let range, cipher?.method == .chained else {
            wanted = nil
            loaded = range
            return
        }
        wanted = range
        let block = BlockCipher.blockSize
        let start = range.offset / block * block
        let before = start > 0 ? block : 0
        // A range as long as that is a lie, and comes short anyway.
        let whole = range.end > Int.max - 2 * block ? range.length - before : (range.end + block - 1) / block * block - start
        loaded = PlayheadHLS.ByteRange(offset: start - before, length: whole + before)
    }

    /// Makes clear what was loaded.
    /// - Throws: `DecryptionError`.
    func clear(_ bytes: [UInt8]) throws -> [UInt8] {
        guard let cipher else { return bytes }
        guard let wanted, let loaded else { return try SegmentDecryptor.decrypt(bytes, with: cipher) }
        var bytes = bytes
        // Of a range that begins inside, the first block is not wanted, so that any vector will do.
        var vector = cipher.vector
        let blocks = try BlockCipher(key: cipher.key, .decrypting)
        bytes.withUnsafeMutableBytes { blocks.chain($0, vector: &vector) }
        return Array(bytes.dropFirst(wanted.offset - loaded.offset).prefix(wanted.length))
    }
}
