import PlayheadCore

/// The schemes of Common Encryption (ISO/IEC 23001-7 §10).
enum ProtectionScheme: String {
    /// AES-CTR over all protected bytes.
    case cenc
    /// AES-CBC over all protected blocks.
    case cbc1
    /// AES-CTR over some blocks of a pattern.
    case cens
    /// AES-CBC over some blocks of a pattern, from the same vector for each range.
    case cbcs

    var isCounted: Bool { self == .cenc || self == .cens }
}

/// The protection of samples: the fields of `tenc`, and of an entry `seig` of a sample group (ISO/IEC 23001-7 §6, §8.2).
struct SampleProtection: Equatable {
    var isProtected: Bool
    var keyID: ContentKeyID
    /// The octets of each sample's own vector: 0, 8 or 16.
    var vectorSize: Int
    /// The vector of all samples, if they have none of their own.
    var constantVector: [UInt8] = []
    /// The blocks that are encrypted, and those that follow in the clear; 0 and 0 without a pattern.
    var encryptedBlocks: Int
    var clearBlocks: Int

    /// Reads the fields from the byte with the pattern on; `nil` if they are damaged.
    init?(_ fields: inout BoxFields) {
        guard let pattern = fields.integer(1), let isProtected = fields.integer(1), let size = fields.integer(1),
            [0, 8, 16].contains(size),
            let keyID = fields.octets(ContentKeyID.size).flatMap(ContentKeyID.init)
        else { return nil }
        self.isProtected = isProtected != 0
        self.keyID = keyID
        vectorSize = size
        encryptedBlocks = pattern >> 4
        clearBlocks = pattern & 15
        if self.isProtected, size == 0 {
            guard let count = fields.integer(1), [8, 16].contains(count), let vector = fields.octets(count) else { return nil }
            constantVector = vector
        }
    }
}

/// A part of a sample: bytes in the clear, and protected ones behind them.
struct Subsample: Equatable {
    var clear: Int
    var protected: Int
}

/// A protected sample in the resource that contains it.
struct ProtectedSample {
    /// The position in the resource, in bytes.
    var start: Int64
    var size: Int
    var scheme: ProtectionScheme
    var protection: SampleProtection
    var vector: [UInt8]
    /// The parts; empty if all bytes are protected.
    var subsamples: [Subsample]
}
