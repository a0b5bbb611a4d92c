/// A segment with encrypted samples in a clear container (`SAMPLE-AES`): a transport stream or packed audio, decrypted without changing its
/// length. Other data, such as fragmented MP4, is passed unchanged.
struct SampleStream: DecryptingStream {
    private let cipher: SampleCipher
    private var beginning: [UInt8] = []
    private var stream: (any DecryptingStream)?

    init(key: [UInt8], vector: [UInt8]) throws(DecryptionError) {
        guard key.count == BlockCipher.blockSize else { throw .keyLength(key.count) }
        cipher = try SampleCipher(key: key, vector: vector)
    }

    mutating func update(_ bytes: [UInt8]) -> [UInt8] {
        if stream != nil { return stream?.update(bytes) ?? bytes }
        beginning.append(contentsOf: bytes)
        guard let first = beginning.first else { return [] }
        switch first {
        case 0x47: stream = TransportStream(cipher)
        case 0xFF, 0x0B, UInt8(ascii: "I"): stream = PackedAudioStream(cipher)
        default: stream = UnchangedStream()
        }
        defer { beginning = [] }
        return stream?.update(beginning) ?? beginning
    }

    mutating func finish() throws(DecryptionError) -> [UInt8] { try stream?.finish() ?? [] }
}

/// A stream that passes its bytes unchanged.
private struct UnchangedStream: DecryptingStream {
    func update(_ bytes: [UInt8]) -> [UInt8] { bytes }
    func finish() -> [UInt8] { [] }
}
