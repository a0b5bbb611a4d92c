import Testing

@testable import PlayheadFFmpeg

/// Parses octets in hexadecimal, separated by optional spaces.
func octets(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

@Suite("The block cipher AES")
struct BlockCipherTests {
    /// The plaintext of all examples in NIST SP 800-38A, appendix F.
    static let plaintext = octets(
        """
        6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51
        30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710
        """)
    static let key128 = octets("2b7e151628aed2a6abf7158809cf4f3c")
    static let key256 = octets("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4")
    static let vector = octets("000102030405060708090a0b0c0d0e0f")
    static let counter = octets("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff")

    static let chained128 = octets(
        """
        7649abac8119b246cee98e9b12e9197d 5086cb9b507219ee95db113a917678b2
        73bed6b8e3c1743b7116e69e22229516 3ff1caa1681fac09120eca307586e1a7
        """)
    static let chained256 = octets(
        """
        f58c4c04d6e5f1ba779eabfb5f7bfbd6 9cfc4e967edb808d679f777bc6702c7d
        39f23369a9d9bacfa530e26304231461 b2eb05e2c39be9fcda6c19078c6a9d1b
        """)

    @Test("one block as in FIPS 197, appendix C")
    func singleBlocks() throws {
        let keys = [octets("000102030405060708090a0b0c0d0e0f"), Array(0..<32)]
        let secrets = [octets("69c4e0d86a7b0430d8cdb78070b4c55a"), octets("8ea2b7ca516745bfeafc49904b496089")]
        for (key, secret) in zip(keys, secrets) {
            var block = octets("00112233445566778899aabbccddeeff")
            let clear = block
            try block.withUnsafeMutableBytes { try BlockCipher(key: key, .encrypting).eachBlock($0) }
            #expect(block == secret)
            try block.withUnsafeMutableBytes { try BlockCipher(key: key, .decrypting).eachBlock($0) }
            #expect(block == clear)
        }
    }

    @Test("chained blocks as in NIST SP 800-38A, F.2.1 to F.2.6", arguments: [(key128, chained128), (key256, chained256)])
    func chaining(key: [UInt8], secret: [UInt8]) throws {
        var bytes = Self.plaintext + [1, 2, 3]
        var vector = Self.vector
        try bytes.withUnsafeMutableBytes { try BlockCipher(key: key, .encrypting).chain($0, vector: &vector) }
        #expect(bytes == secret + [1, 2, 3])
        #expect(vector == Array(secret.suffix(16)))
        vector = Self.vector
        try bytes.withUnsafeMutableBytes { try BlockCipher(key: key, .decrypting).chain($0, vector: &vector) }
        #expect(bytes == Self.plaintext + [1, 2, 3])
    }

    @Test("keys of other lengths are refused", arguments: [0, 1, 15, 17, 24, 31, 33, 64])
    func keyLengths(count: Int) {
        #expect(throws: DecryptionError.keyLength(count)) { _ = try BlockCipher(key: [UInt8](repeating: 0, count: count), .decrypting) }
    }

    @Test("nothing is processed without a block or with a vector of another length")
    func nothing() throws {
        let cipher = try BlockCipher(key: Self.key128, .decrypting)
        var vector: [UInt8] = [1]
        var bytes = Self.plaintext
        bytes.withUnsafeMutableBytes { cipher.chain($0, vector: &vector) }
        #expect(bytes == Self.plaintext && vector == [1])
        cipher.eachBlock(UnsafeMutableRawBufferPointer(start: nil, count: 0))
    }
}
