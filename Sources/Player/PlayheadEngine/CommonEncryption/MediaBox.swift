/// A box of an ISO base media file (ISO/IEC 14496-12 §4.2) in an array of bytes.
struct MediaBox {
    /// The header of a box without a long size, in bytes.
    static let headerSize = 8

    /// The type, such as `traf`.
    let type: String
    /// The position of the header.
    let start: Int
    /// The bytes after the header.
    let content: Range<Int>

    /// Returns the boxes in `range` of `bytes`, up to the first that is damaged.
    static func all(of bytes: [UInt8], in range: Range<Int>) -> [MediaBox] {
        var found: [MediaBox] = []
        var place = range.lowerBound
        while range.upperBound - place >= headerSize {
            let size = number(bytes, at: place, 4)
            guard let size = Int(exactly: size), size >= headerSize, size <= range.upperBound - place else { break }
            // bounded: the condition of the loop
            let type = String(decoding: bytes[(place + 4)..<(place + headerSize)], as: UTF8.self)
            found.append(MediaBox(type: type, start: place, content: (place + headerSize)..<(place + size)))
            place += size
        }
        return found
    }

    /// Returns the big-endian number in `count` bytes at `place`, which must lie in `bytes`.
    static func number(_ bytes: [UInt8], at place: Int, _ count: Int) -> UInt64 {
        // bounded: callers compare with the end of the box
        bytes[place..<(place + count)].reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// Reads the fields of a box one after another.
struct BoxFields {
    let bytes: [UInt8]
    private(set) var place: Int
    let end: Int

    init(_ bytes: [UInt8], _ content: Range<Int>) {
        self.bytes = bytes
        place = content.lowerBound
        end = content.upperBound
    }

    /// The number of bytes that were not read.
    var rest: Int { end - place }

    /// Reads a big-endian number of at most 8 bytes; `nil` at the end of the box.
    mutating func number(_ count: Int) -> UInt64? {
        guard rest >= count else { return nil }
        defer { place += count }
        return MediaBox.number(bytes, at: place, count)
    }

    /// Reads a number of at most 4 bytes.
    mutating func integer(_ count: Int) -> Int? { number(count).map { Int(clamping: $0) } }

    /// Reads `count` bytes.
    mutating func octets(_ count: Int) -> [UInt8]? {
        guard count >= 0, rest >= count else { return nil }
        defer { place += count }
        // bounded: the guard
        return Array(bytes[place..<(place + count)])
    }

    /// Skips `count` bytes; false if there are fewer.
    mutating func skip(_ count: Int) -> Bool {
        guard count >= 0, rest >= count else { return false }
        place += count
        return true
    }
}
