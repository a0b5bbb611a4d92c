/// Where the text of each segment of a playlist ends. Marks are dropped from the front and added at the end in amortised constant time, and all of them
/// shift at once when the text before them grows or shrinks.
struct TextMarks: Sendable {
    /// The end of a segment's URI line.
    struct Mark: Sendable {
        /// The byte behind the line's end.
        var end: Int
        /// The number of the line, from 1.
        var line: Int
    }

    private var marks: [Mark] = []
    private var dropped = 0
    private var shift = Mark(end: 0, line: 0)

    var count: Int { marks.count - dropped }

    subscript(place: Int) -> Mark {
        let mark = marks[dropped + place]
        return Mark(end: mark.end + shift.end, line: mark.line + shift.line)
    }

    mutating func append(_ mark: Mark) { marks.append(Mark(end: mark.end - shift.end, line: mark.line - shift.line)) }

    /// Keeps a range of the marks, and moves them in the text.
    mutating func keep(_ range: Range<Int>, shiftedBy difference: Mark) {
        // bounded: the range lies within the marks
        marks.removeLast(count - range.upperBound)
        dropped += range.lowerBound
        shift.end += difference.end
        shift.line += difference.line
        guard dropped > marks.count / 2 else { return }
        marks.removeFirst(dropped)
        dropped = 0
    }

    /// Changes the first mark.
    mutating func replaceFirst(_ mark: Mark) {
        guard count > 0 else { return }
        marks[dropped] = Mark(end: mark.end - shift.end, line: mark.line - shift.line)
    }

    /// How many of the marks end at or before a byte.
    func count(upTo end: Int) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = low + (high - low) / 2
            if self[middle].end <= end { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
