import PlayheadCore
import PlayheadFFmpeg
import PlayheadMetadata

/// Decrypts the bytes of one segment, removes the ID3 tag at the start of packed audio, checks the bytes and appends them to the run.
struct SegmentSink {
    /// The segment is a file of its own, with its own initialization, which a demuxer cannot read behind another one.
    struct NewFile: Error {}

    private static let maximumTagSize = 1 << 20

    let run: SegmentRun
    var decryptor: SegmentDecryptor?
    /// Decrypts the samples; `nil` if they are clear.
    private var samples: SampleSource?
    private var check: SegmentCheck
    /// The format of the segment, once it is known.
    var shape: SegmentShape? { check.shape }
    /// The number of bytes beside the boxes of the segment that were left out.
    var strayBytes: Int { check.strayBytes }
    /// Whether a fragment is complete, and the next one has not begun.
    var isBetweenFragments: Bool { check.isBetweenFragments }
    /// The first bytes, while they may be an ID3 tag. A tag is only valid at the start; later in a run the demuxers would read it as data.
    private var prefix: [UInt8]? = []
    /// Whether a tag had the timestamp of the first sample.
    private var hasTimestamp = false
    /// The bytes after the tag, until they are sufficient to detect the format.
    private var sample: [UInt8]? = []
    /// The scanner for event messages in fragmented MP4.
    private var scanner: EventMessageScanner?
    private let segment: Segment
    /// Whether the bytes are passed on as they are, because they are encrypted and are not decrypted.
    private let isOpaque: Bool
    private let metadata: MetadataTracker?

    /// - Parameters:
    ///   - run: The run to which the bytes are appended.
    ///   - segment: The segment.
    ///   - decryptor: The decryptor of the segment; `nil` for clear bytes.
    ///   - samples: The decryption of protected samples; `nil` if they are clear.
    ///   - metadata: Receives metadata from tags and event messages.
    ///   - shape: The required format; `nil` to detect it from the first bytes.
    ///   - isOpaque: Whether the bytes are encrypted and passed on as they are.
    init(
        run: SegmentRun, segment: Segment, decryptor: SegmentDecryptor?, samples: SampleSource? = nil, metadata: MetadataTracker?,
        expecting shape: SegmentShape? = nil, isOpaque: Bool = false
    ) {
        self.isOpaque = isOpaque
        self.segment = segment
        self.samples = samples
        self.metadata = metadata
        if segment.initialization != nil { scanner = EventMessageScanner() }
        self.run = run
        self.decryptor = decryptor
        check = SegmentCheck(expecting: shape, at: segment.byteRange?.offset ?? 0)
    }

    /// - Throws: `SegmentCheck.Failure`; ``NewFile`` before any byte is appended; errors of the decryptors; `PlaybackError` in the category of
    ///   keys.
    mutating func append(_ chunk: [UInt8]) async throws {
        if isOpaque { return run.append(chunk) }
        let readable = decryptor?.update(chunk) ?? chunk
        try put(try await samples?.clear(readable) ?? readable)
    }

    /// Ends the segment.
    /// - Throws: See ``append(_:)``.
    mutating func finish() throws {
        guard !isOpaque else { return }
        if let rest = try decryptor?.finish() { try put(rest) }
        if let rest = try samples?.finish() { try put(rest) }
        let isTag = prefix?.isEmpty == false
        if let prefix { run.append(prefix) }
        prefix = nil
        try release()
        if !isTag { run.append(try check.finish()) }
    }

    /// Appends clear bytes.
    mutating func put(_ bytes: [UInt8]) throws {
        // Appended in place: a copy for each chunk would take quadratic time.
        prefix?.append(contentsOf: bytes)
        guard let held = prefix else { return try inspect(bytes) }
        try resolve(held)
    }

    /// Appends the first bytes, without the tags, once these are complete.
    private mutating func resolve(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        // Another tag may follow a tag, also after its last byte that was received.
        while ID3Tag.mayBegin(rest), rest.count < Self.maximumTagSize {
            guard let size = ID3Tag.size(of: rest), rest.count >= size else {
                if rest.count < bytes.count { prefix = Array(rest) }
                return
            }
            if let tag = ID3Tag.parse(rest) { take(tag) }
            rest = rest.dropFirst(size)
        }
        prefix = nil
        try inspect(Array(rest))
    }

    /// Handles a tag before packed audio: the first timestamp is that of the first sample (RFC 8216bis §3.1.5). Tags may contain more frames.
    private mutating func take(_ tag: ID3Tag) {
        let timestamp = tag.transportStreamTimestamp
        if let timestamp, !hasTimestamp {
            run.tags.append(timestamp)
            hasTimestamp = true
        }
        if tag.frames.count > (timestamp == nil ? 0 : 1) { metadata?.insertOfMedia([tag.timedMetadata(at: segment.start)]) }
    }

    /// Holds the first bytes until their format is known.
    private mutating func inspect(_ bytes: [UInt8]) throws {
        guard sample != nil else { return try forward(bytes) }
        sample?.append(contentsOf: bytes)
        guard let sample, sample.count >= SegmentShape.sample else { return }
        // A transport stream may follow other bytes, and sound may begin in the middle of a frame.
        let isStream = sample.count >= SegmentShape.longSample && SegmentShape.bytesBeforeTransportStream(sample) != nil
        if sample.count >= SegmentShape.soundSample || isStream || SegmentShape(sample) != nil { try release() }
    }

    private mutating func release() throws {
        guard var bytes = sample else { return }
        sample = nil
        if SegmentShape(bytes) == nil, let junk = SegmentShape.bytesBeforeTransportStream(bytes) { bytes.removeFirst(junk) }
        try forward(bytes)
    }

    private mutating func forward(_ bytes: [UInt8]) throws {
        if shape == nil, segment.initialization == nil, SegmentShape.beginsFile(bytes) {
            guard run.length == 0 else { throw NewFile() }
            run.isFile = true
        }
        let passed = try check.consume(bytes, at: run.length)
        if let messages = scanner?.scan(bytes), !messages.isEmpty {
            run.selection.rendition.handle(messages)
            metadata?.insertOfMedia(run.place(messages, of: segment.placement?.start ?? segment.start))
        }
        if scanner?.hasSkipped == true { metadata?.exceed(.messages) }
        run.append(passed)
    }
}
