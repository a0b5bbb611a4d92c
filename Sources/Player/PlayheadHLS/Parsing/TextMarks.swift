/// The end of the text of each segment of a playlist. Marks are removed from the front and appended in amortised constant time, and all
/// shift at once if the length of the text before them changes.
struct TextMarks: Sendable {
    /// The end of a segment's URI line.
    struct Mark: Sendable {
        /// The byte after the end of the line.
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
        // bounded: the range is within the marks
        marks.removeLast(count - range.upperBound)
        dropped += range.lowerBound
        shift.end += difference.end
        shift.line += difference.line
        guard dropped > marks.count / 2 else { return }
        marks.removeFirst(dropped)
        dropped = 0
    }

    /// Replaces the first mark.
    mutating func replaceFirst(_ mark: Mark) {
        guard count > 0 else { return }
        marks[dropped] = Mark(end: mark.end - shift.end, line: mark.line - shift.line)
    }

    /// Returns the number of marks that end at or before a byte.
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
