/// Splits bytes that come piece by piece into lines of limited length.
package struct LineSplitter {
    private let maximumLength: Int
    private var pending: [UInt8] = []
    /// Whether the line that is being read has been too long already.
    private var isOverlong = false

    /// Makes a splitter.
    /// - Parameter maximumLength: The maximum length of a line, in bytes without its end.
    package init(maximumLength: Int) { self.maximumLength = maximumLength }

    /// The number of bytes that are kept of a line without an end.
    package var pendingCount: Int { pending.count }

    /// Returns the lines that end in `bytes`; empty ones are left out.
    package mutating func split(_ bytes: ArraySlice<UInt8>) -> [LineReader.Line] {
        var lines: [LineReader.Line] = []
        var rest = bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            keep(rest[..<end])
            if let line = finish() { lines.append(line) }
            rest = rest[(end + 1)...]
        }
        keep(rest)
        return lines
    }

    /// Returns the line that has been read so far as if it ended here; `nil` if it is empty.
    package mutating func finish() -> LineReader.Line? {
        defer {
            pending.removeAll(keepingCapacity: true)
            isOverlong = false
        }
        if isOverlong { return .overlong }
        return pending.isEmpty ? nil : .text(String(decoding: pending, as: UTF8.self))
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        guard !isOverlong else { return }
        isOverlong = pending.count + bytes.count > maximumLength
        if isOverlong { pending.removeAll() } else { pending.append(contentsOf: bytes) }
    }
}
