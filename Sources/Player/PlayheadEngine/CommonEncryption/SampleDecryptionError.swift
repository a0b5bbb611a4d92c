import PlayheadCore
import PlayheadFFmpeg

/// The reason why samples in Common Encryption could not be decrypted.
enum SampleDecryptionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The parts of a sample are larger than the sample.
    case sampleMap
    /// The description of a fragment cannot be read, for this reason.
    case fragment(String)
    /// There is no key with this id.
    case noKey(ContentKeyID)
    /// A cipher could not be created.
    case cipher(DecryptionError)

    /// The error in one sentence in English.
    var description: String {
        switch self {
        case .sampleMap: "The encrypted parts of a sample are larger than the sample."
        case .fragment(let reason): reason
        case .noKey(let id): "There is no key \(id)."
        case .cipher(let error): "\(error)"
        }
    }
}
