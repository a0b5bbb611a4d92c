/// Iterates over the lines of a playlist, as ranges of its bytes, so that no unused strings are made.
struct LineScanner {
    /// A line with content.
    enum Line {
        /// A tag: its name without `#`, and the text after the colon, without surrounding white space; nil without a colon.
        case tag(name: Range<Int>, value: Range<Int>?)
        /// A URI, without surrounding white space.
        case uri(Range<Int>)
    }

    /// The text.
    let bytes: [UInt8]
    /// The number of the last line, from 1.
    private(set) var number = 0
    /// Whether the last line was surrounded by white space.
    private(set) var hadWhiteSpace = false
    /// The number of bytes read.
    private(set) var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Continues at another position.
    /// - Parameters:
    ///   - position: The beginning of a line.
    ///   - number: The number of the line before it.
    mutating func jump(to position: Int, number: Int) {
        self.position = position
        self.number = number
    }

    /// Returns the next tag or URI; blank lines and comments are skipped (RFC 8216bis §4.1). Nil at the end.
    mutating func next() -> Line? {
        while position < bytes.count {
            var start = position
            while position < bytes.count, bytes[position] != ASCII.lineFeed { position += 1 }
            var end = position
            position += 1
            number += 1
            if end > start, bytes[end - 1] == ASCII.carriageReturn { end -= 1 }
            let untrimmed = end - start
            while start < end, ASCII.isSpace(bytes[start]) { start += 1 }
            while end > start, ASCII.isSpace(bytes[end - 1]) { end -= 1 }
            guard start < end else { continue }
            hadWhiteSpace = end - start != untrimmed
            guard bytes[start] == ASCII.numberSign else { return .uri(start..<end) }
            guard end - start >= 4, bytes[start + 1] == ASCII.e, bytes[start + 2] == ASCII.x, bytes[start + 3] == ASCII.t else { continue }
            var colon = start + 4
            while colon < end, bytes[colon] != ASCII.colon { colon += 1 }
            var nameEnd = colon
            while nameEnd > start + 4, ASCII.isSpace(bytes[nameEnd - 1]) { nameEnd -= 1 }
            let name = start + 1..<nameEnd
            guard colon < end else { return .tag(name: name, value: nil) }
            var value = colon + 1
            while value < end, ASCII.isSpace(bytes[value]) { value += 1 }
            return .tag(name: name, value: value..<end)
        }
        return nil
    }
}
