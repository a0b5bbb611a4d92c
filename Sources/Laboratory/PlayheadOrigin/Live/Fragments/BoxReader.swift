/// Reads the boxes of an ISO base media file (ISO/IEC 14496-12 §4.2). A malformed box ends the iteration; nothing traps.
package struct BoxReader {
    package struct Box: Equatable {
        package var type: String
        /// The range of the box, including its header.
        package var whole: Range<Int>
        package var content: Range<Int>
    }

    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the consecutive boxes in a range.
    package func boxes(in range: Range<Int>) -> [Box] {
        var boxes: [Box] = []
        var offset = range.lowerBound
        while let box = box(at: offset, limit: range.upperBound) {
            boxes.append(box)
            offset = box.whole.upperBound
        }
        return boxes
    }

    package var boxes: [Box] { boxes(in: 0..<bytes.count) }

    /// Returns the boxes at a path of types.
    package func find(_ path: [String], in range: Range<Int>) -> [Box] {
        guard let type = path.first else { return [] }
        let found = boxes(in: range).filter { $0.type == type }
        return path.count == 1 ? found : found.flatMap { find(Array(path.dropFirst()), in: $0.content) }
    }

    private func box(at offset: Int, limit: Int) -> Box? {
        guard let size = uint32(offset, limit), let code = uint32(offset + 4, limit) else { return nil }
        var length = size
        var header = 8
        if size == 1 {
            guard let large = uint64(offset + 8, limit), large <= UInt64(Int.max) else { return nil }
            length = Int(large)
            header = 16
        } else if size == 0 {
            length = limit - offset
        }
        guard length >= header, length <= limit - offset else { return nil }
        let type = String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: code >> (24 - 8 * $0)) }, as: UTF8.self)
        return Box(type: type, whole: offset..<(offset + length), content: (offset + header)..<(offset + length))
    }

    package func uint32(_ offset: Int, _ limit: Int) -> Int? {
        guard offset >= 0, limit <= bytes.count, offset <= limit - 4 else { return nil }
        return bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
    }

    package func uint64(_ offset: Int, _ limit: Int) -> UInt64? {
        guard offset >= 0, limit <= bytes.count, offset <= limit - 8 else { return nil }
        return bytes[offset..<(offset + 8)].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
