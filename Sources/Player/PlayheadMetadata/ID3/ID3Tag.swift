/// An ID3v2 tag (id3.org: ID3v2.2.0, ID3v2.3.0, ID3v2.4.0 and the chapter addendum), parsed as far as possible.
package struct ID3Tag: Sendable, Hashable {
    /// The version after "ID3v2.": 2, 3 or 4.
    package var version: Int
    /// The size of the whole tag in bytes according to its header, with header and footer.
    package var size: Int
    /// The frames, in order.
    package var frames: [ID3Frame]
    /// The problems of the tag, in words.
    package var warnings: [String]

    /// Makes a tag.
    package init(version: Int, size: Int, frames: [ID3Frame], warnings: [String] = []) {
        self.version = version
        self.size = size
        self.frames = frames
        self.warnings = warnings
    }

    /// The maximum number of consecutive tags that are read.
    static let maximumTags = 1000

    /// The size of a header in bytes, which contains the size of the tag.
    package static let headerSize = 10

    /// Whether `bytes` may begin with a tag.
    package static func mayBegin(_ bytes: some Collection<UInt8>) -> Bool {
        zip(bytes, "ID3".utf8).allSatisfy { $0 == $1 }
    }

    /// Returns the size of the tag at the beginning of `bytes`; `nil` if more bytes are required, or if there is no tag.
    package static func size(of bytes: ArraySlice<UInt8>) -> Int? { ID3Header(bytes)?.tagSize }

    /// Returns the size of the tag at the beginning of `bytes`; `nil` if more bytes are required, or if there is no tag.
    package static func size(of bytes: [UInt8]) -> Int? { size(of: bytes[...]) }

    /// Parses the tag at the beginning of `bytes`; returns `nil` if there is none. Damaged frames are skipped, with a warning.
    package static func parse(_ bytes: ArraySlice<UInt8>) -> ID3Tag? {
        guard let header = ID3Header(bytes) else { return nil }
        var reader = ID3TagReader(header: header)
        reader.read(bytes.dropFirst(headerSize).prefix(header.bodySize))
        return ID3Tag(version: header.version, size: header.tagSize, frames: reader.frames, warnings: reader.warnings)
    }

    /// Parses the tag at the beginning of `bytes`; returns `nil` if there is none. Damaged frames are skipped, with a warning.
    package static func parse(_ bytes: [UInt8]) -> ID3Tag? { parse(bytes[...]) }

    /// Parses the consecutive tags at the beginning of `bytes`.
    package static func parseAll(_ bytes: ArraySlice<UInt8>) -> [ID3Tag] {
        var tags: [ID3Tag] = []
        var rest = bytes
        while tags.count < maximumTags, let tag = parse(rest) {
            tags.append(tag)
            rest = rest.dropFirst(tag.size)
        }
        return tags
    }

    /// Parses the consecutive tags at the beginning of `bytes`.
    package static func parseAll(_ bytes: [UInt8]) -> [ID3Tag] { parseAll(bytes[...]) }

    /// The MPEG-2 timestamp of the first sample of packed audio, in seconds, if the tag contains one (RFC 8216bis §3.1.5).
    package var transportStreamTimestamp: Double? {
        for frame in frames {
            guard case .privateData(let owner, let data) = frame.content, let ticks = MPEGTimestamp.ticks(owner: owner, data: data) else {
                continue
            }
            return Double(ticks) / MPEGTimestamp.ticksPerSecond
        }
        return nil
    }
}

/// The MPEG-2 timestamp in the private frame of packed audio (RFC 8216bis §3.1.5).
enum MPEGTimestamp {
    static let ticksPerSecond = 90_000.0
    private static let owner = "com.apple.streaming.transportStreamTimestamp"
    private static let mask: UInt64 = 1 << 33 - 1

    /// Returns the 33 bits of the timestamp, or `nil` for another frame.
    static func ticks(owner: String, data: [UInt8]) -> UInt64? {
        guard owner == self.owner, data.count >= 8 else { return nil }
        return data.suffix(8).reduce(0) { $0 << 8 | UInt64($1) } & mask
    }
}
