import PlayheadCore

/// The decryption of the samples of one segment, with its keys.
struct SampleSource {
    private var decryptor: CommonDecryptor
    private let decryption: SegmentDecryption
    private let keys: ContentKeys

    /// - Parameters:
    ///   - tracks: The tracks of the initialization section.
    ///   - offset: The position of the first byte in its resource.
    ///   - decryption: Says where the keys come from.
    ///   - keys: Provides them.
    init(_ tracks: ProtectedTracks, at offset: Int64, _ decryption: SegmentDecryption, _ keys: ContentKeys) {
        decryptor = CommonDecryptor(tracks, at: offset)
        self.decryption = decryption
        self.keys = keys
    }

    /// Decrypts the next bytes, and waits for keys that they need, and for key systems.
    /// - Throws: `PlaybackError` in the category of keys; `SampleDecryptionError`.
    mutating func clear(_ bytes: [UInt8]) async throws -> [UInt8] {
        var clear = try decryptor.update(bytes)
        while true {
            if !decryptor.missingKeys.isEmpty {
                let found = try await keys.keys(
                    decryptor.missingKeys, initializationData: decryptor.initializationData, from: decryption.sampleKeys)
                clear += try decryptor.supply(found)
            } else if let (sample, session) = decryptor.pendingSample {
                do {
                    clear += try decryptor.replacePendingSample(by: try await session.decrypt(sample))
                } catch let error as PlaybackError {
                    keys.failures.note(error, of: [.content(sample.keyID)])
                    throw error
                }
            } else {
                return clear
            }
        }
    }

    /// Ends the segment.
    /// - Throws: ``SampleDecryptionError/fragment(_:)`` if the description of samples is missing.
    mutating func finish() throws -> [UInt8] { try decryptor.finish() }
}
