import PlayheadCore
import PlayheadFFmpeg
import PlayheadMetadata

/// Where the bytes of one segment go: deciphered, and freed of the ID3 tag that packed audio begins with.
struct SegmentSink {
    private static let longestTag = 1 << 20

    let run: SegmentRun
    var decryptor: SegmentDecryptor?
    /// The first bytes, while they may be an ID3 tag. It comes first or not at all; the demuxers would take it for data in the middle of a run.
    private var prefix: [UInt8]? = []
    /// Looks for event messages, in fragmented MP4.
    private var scanner: EventMessageScanner?
    private let unit: FetchUnit
    private let metadata: MetadataTracker?

    /// - Parameter metadata: Takes the metadata that lies beside the media.
    init(run: SegmentRun, unit: FetchUnit, decryptor: SegmentDecryptor?, metadata: MetadataTracker?) {
        self.unit = unit
        self.metadata = metadata
        if metadata != nil, unit.segment.map != nil { scanner = EventMessageScanner() }
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
        if let messages = scanner?.scan(bytes), !messages.isEmpty { metadata?.insert(run.place(messages, of: unit.start)) }
        guard var held = prefix else { return run.append(bytes) }
        held.append(contentsOf: bytes)
        prefix = resolve(held)
    }

    /// Hands on what is known to be media of the segment's first bytes.
    /// - Returns: What has to be held until more has come, or `nil` when all was handed on.
    private func resolve(_ bytes: [UInt8]) -> [UInt8]? {
        guard ID3Tag.mayBegin(bytes), bytes.count < Self.longestTag else {
            run.append(bytes)
            return nil
        }
        guard let size = ID3Tag.size(of: bytes), bytes.count >= size else { return bytes }
        if let tag = ID3Tag.parse(bytes) { take(tag) }
        run.append(Array(bytes[size...]))
        return nil
    }

    /// The tag before packed audio has the timestamp of its first sample (RFC 8216bis §3.1.5), and may say more.
    private func take(_ tag: ID3Tag) {
        let timestamp = tag.transportStreamTimestamp
        if let timestamp { run.tags.append(timestamp) }
        if tag.frames.count > (timestamp == nil ? 0 : 1) { metadata?.insert([tag.timedMetadata(at: unit.start)]) }
    }
}
