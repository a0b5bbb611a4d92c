/// The segments of a playlist, in order. Operations of live playlists cost only what they change: appending, and removing the first
/// segments, take amortised constant time, and a copy shares all chunks except those changed afterwards.
package struct SegmentList: Sendable, Hashable, RandomAccessCollection, MutableCollection, ExpressibleByArrayLiteral {
    /// The number of segments in a chunk; a power of two.
    private static let chunkSize = 128

    /// The chunks; all except the last are full.
    private var chunks: [[MediaSegment]] = []
    /// The number of removed segments in the first chunk.
    private var dropped = 0
    /// The number of segments.
    package private(set) var count = 0

    /// Makes an empty list.
    package init() {}

    /// Makes a list of segments in order.
    package init(_ segments: some Sequence<MediaSegment>) {
        for segment in segments { append(segment) }
    }

    /// Makes a list of segments in order.
    package init(arrayLiteral elements: MediaSegment...) { self.init(elements) }

    /// The start index, 0.
    package var startIndex: Int { 0 }
    /// The number of segments.
    package var endIndex: Int { count }

    /// Accesses a segment by its index, from 0.
    package subscript(position: Int) -> MediaSegment {
        get {
            precondition(position >= 0 && position < count, "the index is out of range")
            let place = position &+ dropped
            return chunks[place / Self.chunkSize][place % Self.chunkSize]
        }
        _modify {
            precondition(position >= 0 && position < count, "the index is out of range")
            let place = position &+ dropped
            yield &chunks[place / Self.chunkSize][place % Self.chunkSize]
        }
    }

    /// Appends a segment.
    package mutating func append(_ segment: MediaSegment) {
        if chunks.last?.count ?? Self.chunkSize == Self.chunkSize {
            var chunk: [MediaSegment] = []
            chunk.reserveCapacity(Self.chunkSize)
            chunks.append(chunk)
        }
        chunks[chunks.count - 1].append(segment)
        count += 1
    }

    /// Changes the segments from an index on, in order, until `change` returns false; the segment for which it does is changed too.
    mutating func modify(from start: Int, _ change: (inout MediaSegment) -> Bool) {
        var place = start + dropped
        while place < dropped + count {
            let chunk = place / Self.chunkSize
            let end = Swift.min((chunk + 1) * Self.chunkSize, dropped + count) - chunk * Self.chunkSize
            let goesOn = modify(&chunks[chunk], place % Self.chunkSize..<end, change)
            guard goesOn else { return }
            place = (chunk + 1) * Self.chunkSize
        }
    }

    private func modify(_ chunk: inout [MediaSegment], _ range: Range<Int>, _ change: (inout MediaSegment) -> Bool) -> Bool {
        for index in range where !change(&chunk[index]) { return false }
        return true
    }

    /// Removes segments from the front; all of them if there are fewer.
    package mutating func removeFirst(_ number: Int) {
        guard number < count else {
            self = SegmentList()
            return
        }
        dropped += Swift.max(0, number)
        count -= Swift.max(0, number)
        chunks.removeFirst(dropped / Self.chunkSize)
        dropped %= Self.chunkSize
    }

    /// Whether two lists have the same segments in the same order.
    package static func == (one: SegmentList, other: SegmentList) -> Bool { one.elementsEqual(other) }

    /// Hashes the segments.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for segment in self { hasher.combine(segment) }
    }
}
