import PlayheadFFmpeg
import PlayheadTransport

/// The bytes of a resource that are loaded for one I-frame.
///
/// An I-frame that is a part of an encrypted segment begins in the middle of its chain of blocks (RFC 8216bis §6.3.6): the range is
/// extended to whole blocks, and by the preceding block, to which the first one is chained. In counter mode its position counts.
struct IFrameRange: Sendable, Hashable {
    /// The range to load; `nil` for the whole resource.
    let loaded: ByteRange?
    private let wanted: ByteRange?
    private let cipher: SegmentCipher?

    init(_ range: ByteRange?, cipher: SegmentCipher?) {
        self.cipher = cipher
        guard let range, let length = range.length, cipher?.method == .chained else {
            wanted = nil
            loaded = range
            return
        }
        wanted = range
        let block = Int64(BlockCipher.blockSize)
        let start = range.offset / block * block
        let before = start > 0 ? block : 0
        let end = range.offset.saturatingAdding(length)
        // A range of that length is invalid, and its response will be too short.
        let whole = end > Int64.max - 2 * block ? length - before : (end + block - 1) / block * block - start
        loaded = ByteRange(offset: start - before, length: whole + before)
    }

    /// Decrypts the loaded bytes.
    /// - Throws: `DecryptionError`.
    func decrypt(_ bytes: [UInt8]) throws -> [UInt8] {
        guard let cipher else { return bytes }
        guard let wanted, let loaded else {
            let offset = cipher.method == .counted ? UInt64(clamping: loaded?.offset ?? 0) : 0
            return try SegmentDecryptor.decrypt(bytes, with: cipher, offset: offset)
        }
        var bytes = bytes
        // If the range begins inside of a segment, the first block is dropped, so that any vector is suitable.
        var vector = cipher.vector
        let blocks = try BlockCipher(key: cipher.key, .decrypting)
        bytes.withUnsafeMutableBytes { blocks.chain($0, vector: &vector) }
        return Array(bytes.dropFirst(Int(clamping: wanted.offset - loaded.offset)).prefix(Int(clamping: wanted.length ?? .max)))
    }
}
