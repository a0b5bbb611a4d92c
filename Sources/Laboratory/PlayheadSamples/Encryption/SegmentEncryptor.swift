import PlayheadFFmpeg

/// Encrypts whole segments.
struct SegmentEncryptor {
    let key: [UInt8]
    let vector: [UInt8]

    /// Encrypts in CBC mode, with the padding of PKCS #7.
    func chained(_ clear: [UInt8]) throws -> [UInt8] {
        let padding = 16 - clear.count % 16
        var secret = clear + [UInt8](repeating: UInt8(padding), count: padding)
        var vector = vector
        let cipher = try BlockCipher(key: key, .encrypting)
        secret.withUnsafeMutableBytes { cipher.chain($0, vector: &vector) }
        return secret
    }

    /// Encrypts in counter mode, with a simple implementation.
    func counted(_ clear: [UInt8]) throws -> [UInt8] {
        let cipher = try BlockCipher(key: key, .encrypting)
        var counter = vector
        var secret = clear
        for start in stride(from: 0, to: clear.count, by: 16) {
            var block = counter
            block.withUnsafeMutableBytes { cipher.eachBlock($0) }
            for index in start..<min(start + 16, clear.count) { secret[index] ^= block[index - start] }
            for index in stride(from: 15, through: 8, by: -1) {
                counter[index] &+= 1
                if counter[index] != 0 { break }
            }
        }
        return secret
    }
}
