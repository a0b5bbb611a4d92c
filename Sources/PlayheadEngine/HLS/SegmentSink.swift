import PlayheadCore
import PlayheadFFmpeg

/// Where the bytes of one segment go: deciphered, and freed of the ID3 tag that packed audio begins with.
struct SegmentSink {
    private static let longestTag = 1 << 20

    let run: SegmentRun
    var decryptor: SegmentDecryptor?
    /// The first bytes, while they may be an ID3 tag. It comes first or not at all; the demuxers would take it for data in the middle of a run.
    private var prefix: [UInt8]? = []

    init(run: SegmentRun, decryptor: SegmentDecryptor?) {
        self.run = run
        self.decryptor = decryptor
    }

    mutating func append(_ chunk: [UInt8]) throws {
        if decryptor == nil { return put(chunk) }
        if let clear = decryptor?.update(chunk) { put(clear) }
    }

    /// The segment is whole.
    mutating func finish() throws {
        if let rest = try decryptor?.finish() { put(rest) }
        if let prefix { run.append(prefix) }
        prefix = nil
    }

    private mutating func put(_ bytes: [UInt8]) {
        guard var held = prefix else { return run.append(bytes) }
        held.append(contentsOf: bytes)
        prefix = resolve(held)
    }

    /// Hands on what is known to be media of the segment's first bytes.
    /// - Returns: What has to be held until more has come, or `nil` when all was handed on.
    private func resolve(_ bytes: [UInt8]) -> [UInt8]? {
        guard PackedAudioTag.mayBegin(bytes), bytes.count < Self.longestTag else {
            run.append(bytes)
            return nil
        }
        guard let size = PackedAudioTag.size(of: bytes), bytes.count >= size else { return bytes }
        if let timestamp = PackedAudioTag(bytes)?.timestamp { run.tags.append(timestamp) }
        run.append(Array(bytes[size...]))
        return nil
    }
}
