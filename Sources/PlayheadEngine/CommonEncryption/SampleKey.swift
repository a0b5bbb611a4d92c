import PlayheadCore

/// A key for samples: the octets, or a session that decrypts them.
struct SampleKey: Sendable {
    /// The key; `nil` if the session decrypts the samples.
    var key: ContentKey?
    /// The session that decrypts the samples without a key.
    var session: (any SampleSession)?
}

/// A session that decrypts samples.
protocol SampleSession: AnyObject, Sendable {
    /// Returns the clear sample, of the same size.
    func decrypt(_ sample: EncryptedSample) async throws -> [UInt8]
}
