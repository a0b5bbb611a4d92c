import PlayheadHLS

extension EncryptionKey.Method {
    /// Whole segments in AES-256-CBC.
    static let aes256 = Self(rawValue: "AES-256")
    /// Whole segments in AES-256-CTR, without padding.
    static let aes256CTR = Self(rawValue: "AES-256-CTR")

    /// Octets of its key, or `nil` for a method that is not known here.
    var keySize: Int? {
        switch self {
        case .aes128, .sampleAES, .sampleAESCTR: 16
        case .aes256, .aes256CTR: 32
        default: nil
        }
    }

    /// Whether all bytes of a segment are encrypted, rather than samples in a container that can be read.
    var isOfWholeSegments: Bool {
        switch self {
        case .aes128, .aes256, .aes256CTR: true
        default: false
        }
    }
}
