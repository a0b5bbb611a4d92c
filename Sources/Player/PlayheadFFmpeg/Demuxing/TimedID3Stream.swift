/// The timed ID3 tags of one stream of a transport stream, collected from its PES packets (Apple, "Timed Metadata for HTTP Live Streaming").
///
/// A tag may be spread over several PES packets, a PES packet may contain several tags, and an access unit header may precede each of them
/// (ISO/IEC 13818-1 §2.12.4).
struct TimedID3Stream {
    /// A complete tag.
    struct Tag {
        /// The presentation time, in ticks of 90 kHz.
        var time: Int64
        var bytes: [UInt8]
        /// The position of the PES packet in which the tag begins, in bytes of the stream.
        var position: Int64
    }

    /// The maximum size of a PES packet, of an incomplete tag, and of all tags that are not taken yet, in bytes.
    private static let maximumSize = 1 << 20
    private static let unitHeaderSize = 5
    private static let tagHeaderSize = 10

    /// The complete tags that are not taken yet, in the order of their positions.
    private(set) var tags: [Tag] = []
    private var tagBytes = 0
    /// The PES packet that is being collected.
    private var unit: [UInt8] = []
    private var unitPosition: Int64 = 0
    /// The beginning of a tag that continues in the next PES packet.
    private var rest = Tag(time: 0, bytes: [], position: 0)
    private var restHasHeader = false

    /// Adds the payload of a transport packet that is at `position`, in bytes of the stream.
    mutating func consume(_ payload: ArraySlice<UInt8>, beginsUnit: Bool, at position: Int64) {
        if beginsUnit {
            finishUnit()
            unitPosition = position
        } else if unit.isEmpty {
            return
        }
        guard unit.count + payload.count <= Self.maximumSize else {
            unit = []
            return
        }
        unit += payload
        let (fixed, length) = (6, unit.count > 5 ? Int(unit[4]) << 8 | Int(unit[5]) : 0)
        if length > 0, unit.count >= fixed + length { finishUnit() }
    }

    /// Handles the PES packet that was collected.
    mutating func finishUnit() {
        defer { unit = [] }
        let fixed = 9
        guard unit.count >= fixed, unit.starts(with: [0, 0, 1]) else { return }
        let start = fixed + Int(unit[8])
        let announced = Int(unit[4]) << 8 | Int(unit[5])
        let end = announced > 0 ? min(unit.count, 6 + announced) : unit.count
        guard start < end else { return }
        add(unit[start..<end], at: unit[7] & 0x80 != 0 && unit.count >= 14 ? Self.time(unit[9..<14]) : nil)
    }

    /// Drops what is incomplete.
    mutating func reset() {
        unit = []
        rest.bytes = []
    }

    /// Returns and removes the complete tags that begin at or before `position`, in bytes of the stream.
    mutating func takeTags(upTo position: Int64) -> [Tag] {
        let taken = Array(tags.prefix { $0.position <= position })
        if !taken.isEmpty { removeTags { $0.position <= position } }
        return taken
    }

    /// Removes the complete tags that satisfy a condition.
    mutating func removeTags(where isRemoved: (Tag) -> Bool) {
        tags.removeAll(where: isRemoved)
        tagBytes = tags.reduce(0) { $0 + $1.bytes.count }
    }

    /// Returns a time stamp of five bytes (ISO/IEC 13818-1 §2.4.3.7).
    private static func time(_ bytes: ArraySlice<UInt8>) -> Int64 {
        let b = bytes.map { Int64($0) }
        // bounded: the caller passes five bytes
        return (b[0] >> 1 & 7) << 30 | b[1] << 22 | (b[2] >> 1) << 15 | b[3] << 7 | b[4] >> 1
    }

    private mutating func add(_ payload: ArraySlice<UInt8>, at time: Int64?) {
        var body = Array(payload)
        var first = time
        var position = unitPosition
        if !Self.beginsTag(body, at: 0), !Self.beginsTag(body, at: Self.unitHeaderSize) {
            guard !rest.bytes.isEmpty else { return }
            if restHasHeader { body.removeFirst(min(Self.unitHeaderSize, body.count)) }
            body = rest.bytes + body
            first = rest.time
            position = rest.position
        }
        rest.bytes = []
        var place = 0
        while place < body.count {
            if Self.beginsTag(body, at: place + Self.unitHeaderSize), !Self.beginsTag(body, at: place) {
                place += Self.unitHeaderSize
                restHasHeader = true
            } else if place == 0 {
                restHasHeader = false
            }
            guard Self.beginsTag(body, at: place), let stamp = first ?? time else { return }
            guard let size = Self.tagSize(body, at: place), place + size <= body.count else {
                if body.count - place < Self.maximumSize { rest = Tag(time: stamp, bytes: Array(body[place...]), position: position) }
                return
            }
            // bounded: the guard above checks the count
            emit(Tag(time: stamp, bytes: Array(body[place..<place + size]), position: position))
            place += size
            position = unitPosition
            first = time ?? stamp
        }
    }

    private mutating func emit(_ tag: Tag) {
        guard tagBytes + tag.bytes.count <= Self.maximumSize else { return }
        tagBytes += tag.bytes.count
        tags.append(tag)
    }

    private static func beginsTag(_ bytes: [UInt8], at place: Int) -> Bool {
        place + 3 <= bytes.count && bytes[place...].starts(with: [0x49, 0x44, 0x33])
    }

    /// Returns the size of a tag with its header and footer (ID3v2.4 §3.1); `nil` if its header is incomplete.
    private static func tagSize(_ bytes: [UInt8], at place: Int) -> Int? {
        guard place + tagHeaderSize <= bytes.count else { return nil }
        let size = bytes[place + 6..<place + 10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
        let hasFooter = bytes[place + 5] & 0x10 != 0
        return tagHeaderSize + size + (hasFooter ? tagHeaderSize : 0)
    }
}
