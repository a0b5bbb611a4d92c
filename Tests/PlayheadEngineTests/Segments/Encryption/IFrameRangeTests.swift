import PlayheadFFmpeg
import PlayheadTransport
import Testing

@testable import PlayheadEngine

@Suite("Ranges of I-frames")
struct IFrameRangeTests {
    private let cipher = SegmentCipher(.chained, key: (0..<16).map { $0 }, vector: (0..<16).map { 200 + $0 })

    @Test(
        "Any part of an encrypted segment can be decrypted",
        arguments: [(0, 160), (0, 1), (1, 15), (16, 16), (17, 100), (31, 2), (144, 16), (100, 60), (159, 1), (0, 16)])
    func parts(offset: Int, length: Int) throws {
        let clear = (0..<160).map { UInt8(truncatingIfNeeded: $0 * 37) }
        var secret = clear
        var vector = cipher.vector
        let blocks = try BlockCipher(key: cipher.key, .encrypting)
        secret.withUnsafeMutableBytes { blocks.chain($0, vector: &vector) }
        let range = IFrameRange(ByteRange(offset: Int64(offset), length: Int64(length)), cipher: cipher)
        let loaded = try #require(range.loaded)
        let (start, end) = (Int(loaded.offset), Int(try #require(loaded.end)))
        #expect(start % 16 == 0 && (end - start) % 16 == 0 && end <= 160)
        #expect(try range.decrypt(Array(secret[start..<end])) == Array(clear[offset..<(offset + length)]))
    }

    @Test("In counter mode any part is decrypted from its position on", arguments: [0, 1, 16, 37, 4095, 4096, 5000])
    func countedParts(offset: Int) throws {
        // The low half of the vector overflows in the fourth block.
        let cipher = SegmentCipher(.counted, key: (0..<32).map { $0 }, vector: [UInt8](0..<8) + [UInt8](repeating: 0xFF, count: 7) + [0xFD])
        let clear = (0..<6000).map { UInt8(truncatingIfNeeded: $0 * 37) }
        // The mode is its own inverse.
        let secret = try SegmentDecryptor.decrypt(clear, with: cipher)
        let range = IFrameRange(ByteRange(offset: Int64(offset), length: 100), cipher: cipher)
        #expect(range.loaded == ByteRange(offset: Int64(offset), length: 100))
        #expect(try range.decrypt(Array(secret[offset..<offset + 100])) == Array(clear[offset..<offset + 100]))
    }

    @Test("Clear parts are loaded unchanged, and invalid ranges do not overflow")
    func others() throws {
        let range = ByteRange(offset: 5, length: 7)
        #expect(IFrameRange(range, cipher: nil).loaded == range && IFrameRange(nil, cipher: cipher).loaded == nil)
        #expect(try IFrameRange(range, cipher: nil).decrypt([1, 2]) == [1, 2])
        let huge = IFrameRange(ByteRange(offset: .max, length: .max), cipher: cipher)
        #expect(huge.loaded != nil)
        #expect(try huge.decrypt([1, 2]).count <= 2)
    }
}
