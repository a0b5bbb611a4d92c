import PlayheadCore

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

extension SampleProtection {
    /// Creates the protection of one sample.
    init(_ keyID: ContentKeyID, encryptedBlocks: Int = 0, clearBlocks: Int = 0) {
        isProtected = true
        self.keyID = keyID
        vectorSize = 0
        self.encryptedBlocks = encryptedBlocks
        self.clearBlocks = clearBlocks
    }
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
    /// Whether the sample was decrypted.
    var isClear = false

    /// Returns the sample with its bytes, for a key system.
    func encrypted(_ bytes: [UInt8]) -> EncryptedSample {
        EncryptedSample(
            bytes: bytes, keyID: protection.keyID, scheme: scheme, vector: vector, subsamples: subsamples,
            encryptedBlocks: protection.encryptedBlocks, clearBlocks: protection.clearBlocks)
    }

    /// Returns the parts: one if all bytes are protected.
    /// - Throws: ``SampleDecryptionError/sampleMap`` if they are larger than the sample.
    func parts() throws(SampleDecryptionError) -> [Subsample] {
        guard !subsamples.isEmpty else { return [Subsample(clear: 0, protected: size)] }
        let sum = subsamples.reduce(0) { $0.saturatingAdding($1.clear).saturatingAdding($1.protected) }
        guard sum <= size else { throw .sampleMap }
        return subsamples
    }
}

/// A key for samples: the octets, or a session that decrypts them.
struct SampleKey: Sendable {
    /// The key; `nil` if the session decrypts the samples.
    var key: ContentKey?
    /// The session that decrypts the samples without a key.
    var session: (any SampleSession)?
}

/// A session that decrypts samples.
protocol SampleSession: AnyObject, Sendable {
    /// Whether a key must not be used, although it was supplied: it has expired, for example.
    func refuses(_ id: ContentKeyID) -> Bool
    /// Returns the clear sample, of the same size.
    func decrypt(_ sample: EncryptedSample) async throws -> [UInt8]
}
