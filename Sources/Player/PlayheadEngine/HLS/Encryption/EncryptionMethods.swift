import PlayheadHLS

extension EncryptionKey.Method {
    /// Encrypts whole segments with AES-256-CBC.
    static let aes256 = Self(rawValue: "AES-256")
    /// Encrypts whole segments with AES-256-CTR, without padding.
    static let aes256CTR = Self(rawValue: "AES-256-CTR")

    /// The size of the key in bytes, or `nil` for an unknown method.
    var keySize: Int? {
        switch self {
        case .aes128, .sampleAES, .sampleAESCTR: 16
        case .aes256, .aes256CTR: 32
        default: nil
        }
    }

    /// Whether all bytes of a segment are encrypted, and not only the samples in a readable container.
    var isOfWholeSegments: Bool {
        switch self {
        case .aes128, .aes256, .aes256CTR: true
        default: false
        }
    }
}
