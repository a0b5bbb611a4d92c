/// The reason why encrypted bytes could not be decrypted.
package enum DecryptionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The key has this many octets, which is invalid for the method.
    case keyLength(Int)
    /// The initialization vector has this many octets instead of 16.
    case vectorLength(Int)
    /// The number of octets is not a multiple of the block size: data is missing.
    case incomplete(Int)
    /// The padding at the end is not that of PKCS #7: the data is damaged, or the key is wrong.
    case padding
    /// Memory could not be allocated.
    case memory
    /// Packets of a container are encrypted that was expected to be clear.
    case noDecrypter

    /// The error in one sentence in English.
    package var description: String {
        switch self {
        case .keyLength(let count): "The key has \(count) bytes."
        case .vectorLength(let count): "The initialization vector has \(count) bytes instead of 16."
        case .incomplete(let count): "\(count) encrypted bytes are not a whole number of blocks."
        case .padding: "The encrypted data is damaged, or the key is wrong."
        case .memory: "Memory could not be allocated."
        case .noDecrypter: "The samples are encrypted."
        }
    }
}
