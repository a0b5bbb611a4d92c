import Glibc

/// Limits the frames of ID3 tags (ID3v2.2.0, ID3v2.3.0, ID3v2.4.0-structure) before FFmpeg reads them: what follows the last permitted frame
/// is replaced by padding.
///
/// FFmpeg adds each frame to a list that it searches first, so that its time is quadratic in the number of frames. Sizes are determined as
/// FFmpeg determines them.
struct ID3FrameLimit {
    /// The maximum number of frames in all tags of a source.
    static let maximumFrames = 1000
    /// The length in bytes of the beginning of a chapter that is kept: its title is, images that follow are not used.
    private static let maximumChapter: Int64 = 4096
    private static let maximumRanges = 2 * maximumFrames
    /// The first bytes of the containers in which FFmpeg reads tags, other than frames of MPEG audio.
    private static let beginnings = ["ID3", "RIFF", "RF64", "FORM"].map { Array($0.utf8) }
    private static let magic = Array("ID3".utf8)
    private static let headerSize = 10

    private enum State {
        case searching, header, extendedHeader, frame
    }

    private var state = State.searching
    /// The position of the next byte to examine.
    private var place: Int64 = 0
    /// The bytes of an incomplete field.
    private var field: [UInt8] = []
    private var version: UInt8 = 0
    /// The end of the tag.
    private var end: Int64 = 0
    /// The second possible start of the next frame, if no frame starts at the first one, and the length of the body that is kept.
    private var alternative: (start: Int64, kept: Int64)?
    private var frames = 0
    /// The first bytes of the source, until the container is known.
    private var beginning: [UInt8] = []
    private var isActive = true
    /// The ranges of the source that are replaced by padding.
    private var padded: [Range<Int64>] = []

    /// Replaces bytes of tags.
    /// - Parameters:
    ///   - bytes: Bytes of the source.
    ///   - position: The position of the first one.
    mutating func apply(to bytes: UnsafeMutableBufferPointer<UInt8>, at position: Int64) {
        let (end, overflow) = position.addingReportingOverflow(Int64(bytes.count))
        guard isActive, !bytes.isEmpty, !overflow, recognizes(bytes, at: position) else { return }
        // FFmpeg skips what it does not use.
        if position > place { leave(for: position) }
        while place < end { step(bytes, Int(place - position), at: position) }
        for range in padded where range.overlaps(position..<end) {
            let part = range.clamped(to: position..<end)
            // bounded: the part is within the bytes
            for index in part { bytes[Int(index - position)] = 0 }
        }
    }

    /// Whether FFmpeg may read tags in the container.
    private mutating func recognizes(_ bytes: UnsafeMutableBufferPointer<UInt8>, at position: Int64) -> Bool {
        let needed = 4
        if position == Int64(beginning.count), beginning.count < needed { beginning += bytes.prefix(needed - beginning.count) }
        let isAudio = beginning.first == 0xFF && (beginning.count < 2 || beginning[1] >= 0xE0)
        isActive = isAudio || Self.beginnings.contains { $0.starts(with: beginning.prefix($0.count)) }
        return isActive
    }

    /// Examines the byte at `place`, or searches for a tag from there on.
    private mutating func step(_ bytes: UnsafeMutableBufferPointer<UInt8>, _ index: Int, at position: Int64) {
        if state == .searching, field.isEmpty {
            guard let start = bytes.baseAddress, let found = memchr(start + index, Int32(Self.magic[0]), bytes.count - index) else {
                place = position + Int64(bytes.count)
                return
            }
            field = [Self.magic[0]]
            place = position + Int64(UnsafeRawPointer(found) - UnsafeRawPointer(start)) + 1
            return
        }
        if state == .frame, field.isEmpty, endsTag() { return }
        field.append(bytes[index])
        place += 1
        switch state {
        case .searching:
            if !Self.magic.starts(with: field) { field = bytes[index] == Self.magic[0] ? [Self.magic[0]] : [] }
            if field == Self.magic { state = .header }
        case .header: if field.count == Self.headerSize { readHeader() }
        case .extendedHeader: if field.count == 4 { readExtendedHeader() }
        case .frame: readFrame()
        }
    }

    private mutating func readHeader() {
        let header = field
        leave(for: place)
        version = header[3]
        guard (2...4).contains(version), header[4] != 0xFF, header[6..<10].allSatisfy({ $0 < 0x80 }) else { return }
        end = place.saturatingAdding(Self.synchsafe(header[6..<10]))
        state = version > 2 && header[5] & 0x40 != 0 ? .extendedHeader : .frame
    }

    private mutating func readExtendedHeader() {
        let length = Self.synchsafe(field[...]) - (version == 4 ? 4 : 0)
        guard length >= 0 else { return leave(for: max(place, end)) }
        field = []
        place += length
        state = .frame
    }

    private var frameHeaderSize: Int { version == 2 ? 6 : 10 }

    /// Ends the tag if no frame fits into it, or none is permitted.
    private mutating func endsTag() -> Bool {
        guard frames >= Self.maximumFrames || end - place < Int64(frameHeaderSize) else { return false }
        if frames >= Self.maximumFrames { pad(place..<max(place, end)) }
        leave(for: max(place, end))
        return true
    }

    private mutating func readFrame() {
        if let next = alternative, field.count == 4 {
            alternative = nil
            // FFmpeg accepts a size if a frame, or padding, follows.
            guard field.allSatisfy({ $0 == 0 }) || field.allSatisfy(Self.isNameCharacter) else {
                pad(place + max(0, next.kept)..<max(place + max(0, next.kept), next.start))
                (field, place) = ([], next.start)
                return
            }
        }
        guard field.count == frameHeaderSize else { return }
        let header = field
        field = []
        let rest = end - place + Int64(header.count)
        var size: Int64
        var longer: Int64?
        switch version {
        case 2: size = Self.number(header[3..<6])
        case 3: size = Self.number(header[4..<8])
        default:
            // iTunes writes sizes of version 2.3.
            let plain = Self.number(header[4..<8])
            size = Self.synchsafe(header[4..<8])
            if plain > 0x7F, plain < rest { longer = plain }
        }
        frames += 1
        let isCompressed = version > 2 && header[9] & (version == 3 ? 0x88 : 0x08) != 0
        let isChapter = header.starts(with: version == 2 ? "CHA".utf8 : "CHAP".utf8)
        let kept = isCompressed ? 0 : isChapter ? Self.maximumChapter : Int64.max / 2
        let next = min(end, place.saturatingAdding(size))
        pad(min(next, place + kept)..<next)
        alternative = longer.map { ($0 + place, place + kept - next - 4) }
        place = next
    }

    private mutating func leave(for position: Int64) { (state, field, alternative, place) = (.searching, [], nil, position) }

    private mutating func pad(_ range: Range<Int64>) {
        guard !range.isEmpty else { return }
        if padded.count == Self.maximumRanges { padded.removeFirst() }
        padded.append(range)
    }

    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 { bytes.reduce(0) { $0 << 8 | Int64($1) } }

    private static func synchsafe(_ bytes: ArraySlice<UInt8>) -> Int64 { bytes.reduce(0) { $0 << 7 | Int64($1 & 0x7F) } }
}
