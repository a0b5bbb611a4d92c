/// Iterates over the frames of a tag, in one pass after the detection of the size encoding.
struct ID3TagReader {
    /// The maximum nesting: chapters and tables of contents may contain each other; deeper ones are kept as bytes.
    private static let maximumDepth = 4
    private static let maximumWarnings = 32
    /// The maximum number of frames of a tag, or inside of a frame; further ones are skipped.
    static let maximumFrames = 1000

    private let header: ID3Header
    private let layout: ID3FrameLayout
    private let depth: Int
    /// The parsed frames.
    private(set) var frames: [ID3Frame] = []
    /// The problems found so far.
    private(set) var warnings: [String] = []

    init(header: ID3Header, depth: Int = 0) {
        self.header = header
        self.depth = depth
        layout = ID3FrameLayout(version: header.version)
    }

    /// Parses the bytes between the header and the footer.
    mutating func read(_ body: ArraySlice<UInt8>) {
        if body.count < header.bodySize { warn("the tag is truncated: \(body.count) of \(header.bodySize) bytes") }
        // ID3v2.2.0 §3.1: no compression was ever defined, and a compressed tag has to be ignored.
        guard !header.isCompressed else { return warn("the tag is compressed") }
        // Before version 2.4 unsynchronisation applies to the whole tag, afterwards to each frame.
        var rest = header.version < 4 && header.isUnsynchronised ? ID3Unsynchronisation.undo(body)[...] : body
        if header.hasExtendedHeader { skipExtendedHeader(&rest) }
        readFrames(rest)
    }

    /// Parses consecutive frames up to the padding.
    private mutating func readFrames(_ bytes: ArraySlice<UInt8>) {
        let sizes = layout.sizes(in: bytes)
        if depth == 0, !sizes.isStandard(in: header.version) { warn("the sizes of frames have the format of another version") }
        var reader = ByteReader(bytes)
        while reader.remaining >= layout.headerSize, reader.rest.first != 0 {
            guard frames.count < Self.maximumFrames else { return warn("more than \(Self.maximumFrames) frames") }
            guard let head = layout.header(&reader, sizes: sizes) else { return warn("the frame header is invalid") }
            guard let content = reader.read(head.size) else {
                return warn("frame \(head.id) has \(head.size) bytes, but only \(reader.remaining) are left")
            }
            addFrame(head, content)
        }
    }

    private mutating func addFrame(_ head: ID3FrameLayout.Header, _ written: ArraySlice<UInt8>) {
        var flags = head.flags
        if depth == 0, header.version == 4, header.isUnsynchronised { flags.isUnsynchronised = true }
        var bytes = written
        guard flags.skipExtraFields(&bytes) else { return warn("frame \(head.id) is too short for its flags") }
        if flags.isUnsynchronised { bytes = ID3Unsynchronisation.undo(bytes)[...] }
        if flags.isCompressed || flags.isEncrypted {
            warn("frame \(head.id) is \(flags.isEncrypted ? "encrypted" : "compressed") and kept as it is")
            frames.append(ID3Frame(id: head.id, content: .binary(Array(bytes))))
            return
        }
        let name = ID3FrameName.current(head.id)
        guard let content = nested(name, bytes) ?? ID3Frame.Content(name: name, version: header.version, bytes: bytes) else {
            warn("frame \(head.id) is damaged")
            // A text without its encoding cannot be decoded.
            if !bytes.isEmpty { frames.append(ID3Frame(id: head.id, content: .binary(Array(bytes)))) }
            return
        }
        frames.append(ID3Frame(id: head.id, content: content))
    }

    /// Returns the content of a frame that contains frames, or `nil` if it does not, or is damaged.
    private mutating func nested(_ name: String, _ bytes: ArraySlice<UInt8>) -> ID3Frame.Content? {
        guard depth < Self.maximumDepth else { return nil }
        var reader = ByteReader(bytes)
        switch name {
        case "CHAP":
            guard let element = reader.untilZero(), var chapter = ID3Chapter(element, &reader) else { return nil }
            chapter.frames = subframes(reader.rest)
            return .chapter(chapter)
        case "CTOC":
            guard let element = reader.untilZero(), var table = ID3TableOfContents(element, &reader) else { return nil }
            table.frames = subframes(reader.rest)
            return .tableOfContents(table)
        default: return nil
        }
    }

    private mutating func subframes(_ bytes: ArraySlice<UInt8>) -> [ID3Frame] {
        var reader = ID3TagReader(header: header, depth: depth + 1)
        reader.readFrames(bytes)
        for warning in reader.warnings { warn(warning) }
        return reader.frames
    }

    private mutating func skipExtendedHeader(_ bytes: inout ArraySlice<UInt8>) {
        let field = bytes.prefix(4)
        // ID3v2.3.0 §3.2: the size does not count itself; ID3v2.4.0-structure §3.2: it does.
        let size = header.version == 4 ? ID3Size.synchsafe(field) : ID3Size.plain(field) + 4
        guard field.count == 4, size >= 4, size <= bytes.count else {
            bytes = []
            return warn("the extended header has an invalid size")
        }
        bytes = bytes.dropFirst(size)
    }

    private mutating func warn(_ text: String) {
        if warnings.count < Self.maximumWarnings { warnings.append(text) }
    }
}

/// The scheme that prevents tags from being mistaken for MPEG audio (ID3v2.4.0-structure §6.1).
enum ID3Unsynchronisation {
    /// Returns `bytes` without the zeros that were inserted after each 0xFF.
    static func undo(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var follows = false
        for byte in bytes {
            if !(follows && byte == 0) { result.append(byte) }
            follows = byte == 0xFF
        }
        return result
    }
}
