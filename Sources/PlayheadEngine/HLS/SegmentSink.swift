import PlayheadCore
import PlayheadFFmpeg
import PlayheadMetadata

/// Where the bytes of one segment go: deciphered, freed of the ID3 tag that packed audio begins with, and looked at.
struct SegmentSink {
    private static let longestTag = 1 << 20

    let run: SegmentRun
    var decryptor: SegmentDecryptor?
    private var check: SegmentCheck
    /// The first bytes, while they may be an ID3 tag. It comes first or not at all; the demuxers would take it for data in the middle of a run.
    private var prefix: [UInt8]? = []
    /// What comes after it, until there is enough of it to tell what it is.
    private var sample: [UInt8]? = []
    /// Looks for event messages, in fragmented MP4.
    private var scanner: EventMessageScanner?
    private let unit: FetchUnit
    private let metadata: MetadataTracker?

    /// - Parameters:
    ///   - metadata: Takes the metadata that lies beside the media.
    ///   - shape: What the segment has to be; `nil` leaves it to its first bytes.
    init(
        run: SegmentRun, unit: FetchUnit, decryptor: SegmentDecryptor?, metadata: MetadataTracker?, expecting shape: SegmentShape? = nil
    ) {
        self.unit = unit
        self.metadata = metadata
        if metadata != nil, unit.segment.map != nil { scanner = EventMessageScanner() }
        self.run = run
        self.decryptor = decryptor
        check = SegmentCheck(expecting: shape)
    }

    /// - Throws: `SegmentCheck.Failure`; what the decryptor throws.
    mutating func append(_ chunk: [UInt8]) throws {
        if decryptor == nil { return try put(chunk) }
        if let clear = decryptor?.update(chunk) { try put(clear) }
    }

    /// The segment is whole.
    /// - Throws: See ``append(_:)``.
    mutating func finish() throws {
        if let rest = try decryptor?.finish() { try put(rest) }
        let isTag = prefix?.isEmpty == false
        if let prefix { run.append(prefix) }
        prefix = nil
        try release()
        if !isTag { try check.finish() }
    }

    private mutating func put(_ bytes: [UInt8]) throws {
        guard var held = prefix else { return try look(bytes) }
        held.append(contentsOf: bytes)
        prefix = try resolve(held)
    }

    /// Hands on what is known to be media of the segment's first bytes.
    /// - Returns: What has to be held until more has come, or `nil` when all was handed on.
    private mutating func resolve(_ bytes: [UInt8]) throws -> [UInt8]? {
        guard ID3Tag.mayBegin(bytes), bytes.count < Self.longestTag else {
            try look(bytes)
            return nil
        }
        guard let size = ID3Tag.size(of: bytes), bytes.count >= size else { return bytes }
        if let tag = ID3Tag.parse(bytes) { take(tag) }
        // bounded: the guard above has this many bytes
        try look(Array(bytes[size...]))
        return nil
    }

    /// The tag before packed audio has the timestamp of its first sample (RFC 8216bis §3.1.5), and may say more.
    private func take(_ tag: ID3Tag) {
        let timestamp = tag.transportStreamTimestamp
        if let timestamp { run.tags.append(timestamp) }
        if tag.frames.count > (timestamp == nil ? 0 : 1) { metadata?.insert([tag.timedMetadata(at: unit.start)]) }
    }

    /// Hands on media that looks like some.
    private mutating func look(_ bytes: [UInt8]) throws {
        guard sample != nil else { return try hand(bytes) }
        sample?.append(contentsOf: bytes)
        guard let sample, sample.count >= SegmentShape.sample else { return }
        if sample.count >= SegmentShape.longSample || SegmentShape(sample) != nil { try release() }
    }

    private mutating func release() throws {
        guard var bytes = sample else { return }
        sample = nil
        if SegmentShape(bytes) == nil, let junk = SegmentShape.bytesBeforeTransportStream(bytes) { bytes.removeFirst(junk) }
        try hand(bytes)
    }

    private mutating func hand(_ bytes: [UInt8]) throws {
        try check.consume(bytes)
        if let messages = scanner?.scan(bytes), !messages.isEmpty { metadata?.insert(run.place(messages, of: unit.start)) }
        run.append(bytes)
    }
}
