import CFFmpeg

/// The block cipher AES (FIPS 197) with one key, in one direction: owns FFmpeg's context.
///
/// Used by one thread at a time, because its state changes with each call.
package final class BlockCipher {
    /// The direction of the cipher.
    package enum Direction: Sendable {
        /// Encrypts blocks.
        case encrypting
        /// Decrypts blocks.
        case decrypting
    }

    /// The number of octets of a block.
    package static let blockSize = 16
    /// The valid numbers of octets of a key.
    package static let keySizes = [16, 32]

    private let context: OpaquePointer
    private let direction: Direction

    /// Makes the key schedule of `key`, of 16 or 32 octets.
    package init(key: [UInt8], _ direction: Direction) throws(DecryptionError) {
        guard Self.keySizes.contains(key.count) else { throw .keyLength(key.count) }
        guard let context = av_aes_alloc() else { throw .memory }
        guard av_aes_init(context, key, Int32(key.count) * 8, direction == .decrypting ? 1 : 0) == 0 else {
            av_free(UnsafeMutableRawPointer(context))
            throw .keyLength(key.count)
        }
        self.context = context
        self.direction = direction
    }

    deinit { av_free(UnsafeMutableRawPointer(context)) }

    /// Processes bytes with cipher block chaining (NIST SP 800-38A §6.2), in place; octets after the last complete block are unchanged.
    /// `vector` has 16 octets: the initialization vector, afterwards the one to continue with. With another length nothing is processed.
    package func chain(_ bytes: UnsafeMutableRawBufferPointer, vector: inout [UInt8]) {
        guard vector.count == Self.blockSize else { return }
        vector.withUnsafeMutableBufferPointer { crypt(bytes, vector: $0.baseAddress) }
    }

    /// Processes each block separately (NIST SP 800-38A §6.1), in place; octets after the last complete block are unchanged.
    package func eachBlock(_ bytes: UnsafeMutableRawBufferPointer) { crypt(bytes, vector: nil) }

    private func crypt(_ bytes: UnsafeMutableRawBufferPointer, vector: UnsafeMutablePointer<UInt8>?) {
        guard var place = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        // FFmpeg counts blocks in 32 bits.
        let maximum = 1 << 24
        var blocks = bytes.count / Self.blockSize
        while blocks > 0 {
            let step = min(blocks, maximum)
            av_aes_crypt(context, place, place, Int32(step), vector, direction == .decrypting ? 1 : 0)
            place += step * Self.blockSize
            blocks -= step
        }
    }
}
