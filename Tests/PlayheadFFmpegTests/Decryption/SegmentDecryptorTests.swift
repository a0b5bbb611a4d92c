import Foundation
import TestSupport
import Testing

@testable import PlayheadFFmpeg
@testable import PlayheadOrigin
@testable import PlayheadSamples

@Suite("Decrypting whole segments")
struct SegmentDecryptorTests {
    private static let seed = UInt64.random(in: 1...UInt64.max)
    private let key = BlockCipherTests.key128
    private let vector = BlockCipherTests.vector

    private func encrypted(_ bytes: [UInt8], key: [UInt8]) throws -> [UInt8] {
        let padding = 16 - bytes.count % 16
        var result = bytes + [UInt8](repeating: UInt8(padding), count: padding)
        var vector = vector
        try result.withUnsafeMutableBytes { try BlockCipher(key: key, .encrypting).chain($0, vector: &vector) }
        return result
    }

    @Test("pieces of any size give the same result as one call", arguments: [BlockCipherTests.key128, BlockCipherTests.key256])
    func pieces(key: [UInt8]) throws {
        print("seed \(Self.seed)")
        var numbers = SeededGenerator(seed: Self.seed)
        for count in [0, 1, 15, 16, 17, 31, 32, 33, 4096, 5000] {
            let clear = SeededBytes(seed: UInt64(count)).bytes(in: 0..<count)
            let secret = try encrypted(clear, key: key)
            #expect(try SegmentDecryptor.decrypt(secret, with: SegmentCipher(.chained, key: key, vector: vector)) == clear)
            for _ in 0..<20 {
                var decryptor = try SegmentDecryptor(SegmentCipher(.chained, key: key, vector: vector))
                var got: [UInt8] = []
                var rest = secret[...]
                while !rest.isEmpty {
                    let piece = rest.prefix(Int.random(in: 0...40, using: &numbers))
                    rest = rest.dropFirst(piece.count)
                    got += decryptor.update(Array(piece))
                    // Only possible padding or an incomplete block is held back.
                    #expect(secret.count - rest.count - got.count <= 16)
                }
                #expect(try got + decryptor.finish() == clear)
            }
        }
    }

    @Test("data encrypted by the command `ffmpeg`", .enabled(if: Samples.areThere), arguments: [false, true])
    func reference(hasVector: Bool) async throws {
        let sample = try await EncryptedSamples.wholeSegments(key: key, vector: hasVector ? vector : nil)
        #expect(sample.segments.count == 4)
        for (index, segment) in sample.segments.enumerated() {
            let vector = hasVector ? vector : [UInt8](repeating: 0, count: 15) + [UInt8(index)]
            let clear = try SegmentDecryptor.decrypt(segment.encrypted, with: SegmentCipher(.chained, key: key, vector: vector))
            #expect(clear.count > 10_000 && clear.elementsEqual(segment.clear))
            #expect(!segment.encrypted.starts(with: clear.prefix(16)))
        }
    }

    @Test("missing or damaged data is reported")
    func damage() throws {
        let cipher = SegmentCipher(.chained, key: key, vector: vector)
        let secret = try encrypted(Array(repeating: 77, count: 100), key: key)
        for count in [0, 1, 15, 17, 111] {
            #expect(throws: DecryptionError.incomplete(count)) { try SegmentDecryptor.decrypt(Array(secret.prefix(count)), with: cipher) }
        }
        // Complete blocks are missing: the last remaining one has no padding.
        #expect(throws: DecryptionError.padding) { try SegmentDecryptor.decrypt(Array(secret.prefix(96)), with: cipher) }
        let other = SegmentCipher(.chained, key: Array(key.reversed()), vector: vector)
        #expect(throws: DecryptionError.padding) { try SegmentDecryptor.decrypt(secret, with: other) }
        var flipped = secret
        flipped[95] ^= 1
        #expect(throws: DecryptionError.padding) { try SegmentDecryptor.decrypt(flipped, with: cipher) }
        #expect(throws: DecryptionError.vectorLength(8)) {
            _ = try SegmentDecryptor(SegmentCipher(.chained, key: key, vector: [1, 2, 3, 4, 5, 6, 7, 8]))
        }
        #expect(throws: DecryptionError.keyLength(3)) { _ = try SegmentDecryptor(SegmentCipher(.counted, key: [1, 2, 3], vector: vector)) }
        #expect(throws: DecryptionError.vectorLength(0)) { _ = try SegmentDecryptor(SegmentCipher(.counted, key: key, vector: [])) }
    }

    @Test("padding of a whole block is valid, and a longer one is not")
    func padding() throws {
        for (last, isRight) in [
            ([UInt8](repeating: 16, count: 16), true), ([UInt8](repeating: 17, count: 16), false),
            ([UInt8](repeating: 0, count: 16), false), ([UInt8](repeating: 9, count: 15) + [1], true),
            ([UInt8](repeating: 3, count: 14) + [2, 3], false),
        ] {
            var bytes = last
            var chain = vector
            try bytes.withUnsafeMutableBytes { try BlockCipher(key: key, .encrypting).chain($0, vector: &chain) }
            let result = Result { try SegmentDecryptor.decrypt(bytes, with: SegmentCipher(.chained, key: key, vector: vector)) }
            #expect((try? result.get()) == (isRight ? last.dropLast(Int(last[15])) : nil).map(Array.init))
        }
    }

    @Test(
        "counter mode as in NIST SP 800-38A, F.5.1 and F.5.5",
        arguments: [
            (
                BlockCipherTests.key128,
                "874d6191b620e3261bef6864990db6ce 9806f66b7970fdff8617187bb9fffdff 5ae4df3edbd5d35e5b4f09020db03eab 1e031dda2fbe03d1792170a0f3009cee"
            ),
            (
                BlockCipherTests.key256,
                "601ec313775789a5b7a7f504bbf3d228 f443e3ca4d62b59aca84e990cacaf5c5 2b0930daa23de94ce87017ba2d84988d dfc9c58db67aada613c2dd08457941a6"
            ),
        ])
    func counting(key: [UInt8], secret: String) throws {
        let cipher = SegmentCipher(.counted, key: key, vector: BlockCipherTests.counter)
        #expect(try SegmentDecryptor.decrypt(octets(secret), with: cipher) == BlockCipherTests.plaintext)
        // Many blocks, in pieces, beyond the end of the counter's lower half.
        let ending = SegmentCipher(.counted, key: key, vector: [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 255, count: 8))
        let bytes = SeededBytes(seed: 1).bytes(in: 0..<10_000)
        let whole = try SegmentDecryptor.decrypt(bytes, with: ending)
        var decryptor = try SegmentDecryptor(ending)
        var got: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 37) {
            got += decryptor.update(Array(bytes[start..<min(bytes.count, start + 37)]))
        }
        #expect(try got + decryptor.finish() == whole)
        #expect(try SegmentDecryptor.decrypt(whole, with: ending) == bytes)
        let zero = SegmentCipher(.counted, key: key, vector: [UInt8](repeating: 0, count: 16))
        #expect(
            try Array(SegmentDecryptor.decrypt(whole, with: ending)[16...]) == SegmentDecryptor.decrypt(Array(whole[16...]), with: zero))
    }

    @Test("descriptions contain no key")
    func secrecy() {
        let cipher = SegmentCipher(.chained, key: key, vector: vector)
        #expect("\(cipher)" == "SegmentCipher(chained)" && String(reflecting: cipher) == "SegmentCipher(chained)")
    }
}
