import CFFmpeg
import CFFmpegLoader

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The block cipher AES (FIPS 197) with one key, in one direction: owns FFmpeg's context, and overwrites it at the end.
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
    package convenience init(key: [UInt8], _ direction: Direction) throws(DecryptionError) {
        try self.init(key: key, count: key.count, direction)
    }

    /// Makes the key schedule of the `count` octets at `key`, without a copy of them.
    package init(key: UnsafePointer<UInt8>, count: Int, _ direction: Direction) throws(DecryptionError) {
        guard Self.keySizes.contains(count) else { throw .keyLength(count) }
        guard let context = av_aes_alloc() else { throw .memory }
        guard av_aes_init(context, key, Int32(count) * 8, direction == .decrypting ? 1 : 0) == 0 else {
            Self.release(context)
            throw .keyLength(count)
        }
        self.context = context
        self.direction = direction
    }

    deinit { Self.release(context) }

    private static func release(_ context: OpaquePointer) {
        // The context contains the key.
        #if canImport(Darwin)
            _ = memset_s(UnsafeMutableRawPointer(context), Int(playhead_aes_size()), 0, Int(playhead_aes_size()))
        #else
            explicit_bzero(UnsafeMutableRawPointer(context), Int(playhead_aes_size()))
        #endif
        av_free(UnsafeMutableRawPointer(context))
    }

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
