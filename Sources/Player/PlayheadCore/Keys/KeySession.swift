/// A session of a ``KeySystem``: the keys of one license.
///
/// Calls come from any thread; those of ``decrypt(_:)`` may overlap, for example for pictures and sound.
public protocol KeySession: AnyObject, Sendable {
    /// Handles a response of the license server, of at most 256 KiB.
    /// - Throws: Any error; 35600 results.
    func update(_ response: [UInt8]) async throws
    /// Decrypts a sample whose key the session stated as usable, and did not report itself.
    /// - Returns: The clear sample, of the same size; any other size is an error.
    /// - Throws: Any error; 35600 results, with the status of the key if it is no longer usable.
    func decrypt(_ sample: EncryptedSample) async throws -> [UInt8]
    /// Releases the keys; no call follows.
    func release() async
}

extension KeySession {
    /// Throws an error: for sessions that report their keys.
    public func decrypt(_ sample: EncryptedSample) async throws -> [UInt8] { throw KeySystemError(code: 0) }
}

/// The error code of a key system.
public struct KeySystemError: Error, Sendable, Hashable {
    /// The code; its meaning is defined by the key system.
    public var code: Int

    /// Creates an error.
    public init(code: Int) { self.code = code }
}

/// A sample in Common Encryption (ISO/IEC 23001-7).
public struct EncryptedSample: Sendable, Hashable {
    /// The bytes of the sample.
    public var bytes: [UInt8]
    /// The id of the key.
    public var keyID: ContentKeyID
    /// The scheme.
    public var scheme: ProtectionScheme
    /// The initialization vector: 8 or 16 octets.
    public var vector: [UInt8]
    /// The parts, which are together not larger than the sample; empty if all bytes are protected.
    public var subsamples: [Subsample]
    /// The blocks (16 bytes) that are encrypted in a pattern, 0 to 15; 0 without a pattern.
    public var encryptedBlocks: Int
    /// The blocks behind them that are clear, 0 to 15.
    public var clearBlocks: Int

    /// Creates a sample.
    public init(
        bytes: [UInt8], keyID: ContentKeyID, scheme: ProtectionScheme, vector: [UInt8], subsamples: [Subsample], encryptedBlocks: Int = 0,
        clearBlocks: Int = 0
    ) {
        self.bytes = bytes
        self.keyID = keyID
        self.scheme = scheme
        self.vector = vector
        self.subsamples = subsamples
        self.encryptedBlocks = encryptedBlocks
        self.clearBlocks = clearBlocks
    }
}

/// The schemes of Common Encryption (ISO/IEC 23001-7 §10).
public enum ProtectionScheme: String, Sendable, Hashable {
    /// AES-CTR over all protected bytes.
    case cenc
    /// AES-CBC over all protected blocks.
    case cbc1
    /// AES-CTR over some blocks of a pattern.
    case cens
    /// AES-CBC over some blocks of a pattern, from the same vector for each range.
    case cbcs

    /// Whether the scheme uses AES-CTR.
    package var isCounted: Bool { self == .cenc || self == .cens }
}

/// A part of a sample: bytes in the clear, and protected ones behind them.
public struct Subsample: Sendable, Hashable {
    /// The number of bytes in the clear.
    public var clear: Int
    /// The number of protected bytes.
    public var protected: Int

    /// Creates a part.
    public init(clear: Int, protected: Int) {
        self.clear = clear
        self.protected = protected
    }
}
