import Testing

@testable import PlayheadFFmpeg

@Suite("Encrypted NAL units")
struct VideoSampleTests {
    private let key = BlockCipherTests.key128
    private let vector = BlockCipherTests.vector

    private func decrypted(_ bytes: [UInt8]) throws -> [UInt8] {
        var bytes = bytes
        VideoSample.decrypt(&bytes, with: try SampleCipher(key: key, vector: vector))
        return bytes
    }

    /// Makes a slice whose blocks at 32, 192 and 352 are those of NIST SP 800-38A, F.2.1, as far as they fit.
    private func slice(_ count: Int, secret: Bool) -> [UInt8] {
        var unit = [UInt8](repeating: 0x77, count: count)
        unit[0] = 0x65
        let blocks = secret ? BlockCipherTests.chained128 : BlockCipherTests.plaintext
        for (number, start) in [32, 192, 352].enumerated() where count - start > 16 {
            unit.replaceSubrange(start..<start + 16, with: blocks[number * 16..<number * 16 + 16])
        }
        return unit
    }

    @Test("encrypt one block in ten, chained, while more than one remains", arguments: [49, 64, 192, 208, 209, 352, 368, 369, 528])
    func pattern(count: Int) throws {
        let secret = slice(count, secret: true)
        #expect(secret != slice(count, secret: false))
        #expect(
            try decrypted([0, 0, 0, 1] + secret + [0, 0, 1] + secret) == [0, 0, 0, 1] + slice(count, secret: false) + [0, 0, 1]
                + slice(count, secret: false))
    }

    @Test("are neither short nor other units than slices")
    func clear() throws {
        let short = [UInt8](repeating: 0x65, count: 48)
        #expect(try decrypted([0, 0, 1] + short) == [0, 0, 1] + short)
        for type: UInt8 in [0, 2, 6, 7, 8, 9, 12] {
            var unit = slice(100, secret: true)
            unit[0] = 0x60 | type
            #expect(try decrypted([0, 0, 1] + unit) == [0, 0, 1] + unit)
        }
        for bytes: [UInt8] in [[], [0], [0, 0, 1], [0, 0, 1, 0, 0, 1], slice(100, secret: true)] { #expect(try decrypted(bytes) == bytes) }
    }

    @Test("lose only the outer emulation prevention, and zeros fill the gap after them")
    func emulation() throws {
        var secret = slice(100, secret: true)
        var clear = slice(100, secret: false)
        // The clear unit contains 0, 0, 3, 1; the encryption makes 0, 0, 3, 3, 1 of it.
        secret.replaceSubrange(60..<64, with: [0, 0, 3, 3, 1])
        clear.replaceSubrange(60..<64, with: [0, 0, 3, 1])
        secret.replaceSubrange(10..<13, with: [0, 0, 3, 2])
        clear.replaceSubrange(10..<13, with: [0, 0, 2])
        // The blocks do not include the removed octets.
        let moved = Array(secret.prefix(33)) + slice(100, secret: true)[32..<48] + secret.dropFirst(49)
        #expect(try decrypted([0, 0, 1] + moved + [0, 0, 1, 9]) == [0, 0, 1] + clear + [0, 0] + [0, 0, 1, 9])
    }
}
