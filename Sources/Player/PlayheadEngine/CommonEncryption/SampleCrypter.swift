import PlayheadCore
import PlayheadFFmpeg

/// Decrypts samples with one key (ISO/IEC 23001-7 §9, §10).
final class SampleCrypter {
    private static let block = BlockCipher.blockSize
    private static let blocksAtOnce = 256

    private let forward: BlockCipher
    private let backward: BlockCipher

    init(key: ContentKey) throws(SampleDecryptionError) {
        do {
            (forward, backward) = try key.withOctets { octets throws(DecryptionError) in
                guard let octets = octets.bindMemory(to: UInt8.self).baseAddress else { throw .keyLength(0) }
                return (
                    try BlockCipher(key: octets, count: ContentKey.size, .encrypting),
                    try BlockCipher(key: octets, count: ContentKey.size, .decrypting)
                )
            }
        } catch {
            throw .cipher(error)
        }
    }

    /// Decrypts the sample at `start` of `bytes`, which must be complete, in place.
    /// - Throws: ``SampleDecryptionError/sampleMap`` if its parts are larger than the sample.
    func decrypt(_ bytes: inout [UInt8], at start: Int, of sample: ProtectedSample) throws(SampleDecryptionError) {
        let parts = try sample.parts()
        bytes.withUnsafeMutableBytes { bytes in
            // bounded: the sample is complete
            decrypt(UnsafeMutableRawBufferPointer(rebasing: bytes[start..<(start + sample.size)]), of: sample, parts)
        }
    }

    /// Decrypts a sample in place; `bytes` has its size.
    /// - Throws: ``SampleDecryptionError/sampleMap`` if its parts are larger than the sample.
    func decrypt(_ bytes: UnsafeMutableRawBufferPointer, of sample: ProtectedSample) throws(SampleDecryptionError) {
        guard bytes.count == sample.size else { throw .sampleMap }
        decrypt(bytes, of: sample, try sample.parts())
    }

    private func decrypt(_ bytes: UnsafeMutableRawBufferPointer, of sample: ProtectedSample, _ parts: [Subsample]) {
        var place = 0
        var state = State(vector: sample.vector)
        for part in parts {
            place += part.clear
            if sample.scheme == .cbcs { state = State(vector: sample.vector) }
            // bounded: the parts are not larger than the sample
            decrypt(UnsafeMutableRawBufferPointer(rebasing: bytes[place..<(place + part.protected)]), of: sample, &state)
            place += part.protected
        }
    }

    private func decrypt(_ range: UnsafeMutableRawBufferPointer, of sample: ProtectedSample, _ state: inout State) {
        let (crypt, skip) = (sample.protection.encryptedBlocks, sample.protection.clearBlocks)
        let hasPattern = (sample.scheme == .cens || sample.scheme == .cbcs) && crypt > 0 && skip > 0
        guard hasPattern else {
            // With `cens` the last, incomplete block is clear also without a pattern (§9.7), as in sound.
            let count = sample.scheme == .cens ? range.count / Self.block * Self.block : range.count
            // bounded: at most the bytes of the range
            return transform(UnsafeMutableRawBufferPointer(rebasing: range[..<count]), sample.scheme, &state)
        }
        var place = 0
        while range.count - place >= Self.block {
            // A last, shorter pattern is followed as far as it has whole blocks.
            let count = min(crypt * Self.block, (range.count - place) / Self.block * Self.block)
            // bounded: the minimum
            transform(UnsafeMutableRawBufferPointer(rebasing: range[place..<(place + count)]), sample.scheme, &state)
            // bounded: a pattern has at most 15 blocks in the clear
            place += count + skip * Self.block
        }
    }

    private func transform(
        _ range: UnsafeMutableRawBufferPointer, _ scheme: ProtectionScheme, _ state: inout State
    ) {
        guard scheme.isCounted else { return backward.chain(range, vector: &state.vector) }
        var place = 0
        while place < range.count {
            if state.used == state.pad.count { refill(&state) }
            let step = min(range.count - place, state.pad.count - state.used)
            for offset in 0..<step { range[place + offset] ^= state.pad[state.used + offset] }
            place += step
            state.used += step
        }
    }

    private func refill(_ state: inout State) {
        state.pad.removeAll(keepingCapacity: true)
        for _ in 0..<Self.blocksAtOnce {
            state.pad += state.vector
            // The low 64 bits count (§10.1).
            for index in stride(from: Self.block - 1, through: Self.block / 2, by: -1) {
                state.vector[index] &+= 1
                if state.vector[index] != 0 { break }
            }
        }
        state.pad.withUnsafeMutableBytes { forward.eachBlock($0) }
        state.used = 0
    }

    /// The position in the stream of a sample.
    private struct State {
        /// The vector to continue with: of the counter, or of the chain.
        var vector: [UInt8]
        var pad: [UInt8] = []
        var used = 0

        init(vector: [UInt8]) { self.vector = vector + [UInt8](repeating: 0, count: max(0, SampleCrypter.block - vector.count)) }
    }
}
