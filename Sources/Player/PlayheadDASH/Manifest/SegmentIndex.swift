/// The index of a resource: the places and times of its subsegments (`sidx`; ISO/IEC 14496-12 §8.16.3).
package struct SegmentIndex: Sendable, Hashable {
    /// A subsegment, or another index.
    package struct Entry: Sendable, Hashable {
        /// The offset in the resource.
        package var offset: Int64
        /// The number of bytes; 0 up to the end of the resource.
        package var size: Int64
        /// The start and duration of the media, in ticks.
        package var time: Int64
        package var duration: Int64
        /// Whether the bytes are another index.
        package var isIndex: Bool
    }

    /// The ticks per second, at least 1.
    package var timescale: Int64
    /// The entries in the order of time.
    package var entries: [Entry]
    /// The end of the index in the resource, before which no entry begins.
    package var end: Int64

    /// The maximum number of indices inside one another.
    package static let maximumDepth = 4
    /// The maximum number of entries of all indices of a resource.
    package static let maximumEntries = 200_000

    /// Parses the first index in `bytes`, which are at `offset` of the resource.
    /// - Throws: `ManifestError` with the box as its reason.
    package init(_ bytes: [UInt8], at offset: Int64) throws(ManifestError) {
        var reader = BoxReader(bytes)
        guard let box = reader.seek(to: "sidx") else { throw ManifestError("the index has no sidx box") }
        guard box.end <= bytes.count else {
            throw ManifestError("the sidx box has \(bytes.count - box.start) of \(box.end - box.start) bytes")
        }
        let broken = ManifestError("the sidx box is damaged")
        guard let version = reader.number(1), reader.number(3) != nil, reader.number(4) != nil, let timescale = reader.number(4),
            let start = reader.number(version == 0 ? 4 : 8), let first = reader.number(version == 0 ? 4 : 8), reader.number(2) != nil,
            let count = reader.number(2)
        else { throw broken }
        guard timescale > 0 else { throw ManifestError("the sidx box has the timescale 0") }
        guard reader.position + Int(clamping: count) * 12 <= box.end else { throw broken }
        end = offset.saturatingAdding(Int64(box.end))
        self.timescale = Int64(clamping: timescale)
        var place = end.saturatingAdding(Int64(clamping: first))
        var time = Int64(clamping: start)
        guard place <= Int64(NumberLimits.byteCounts.upperBound), NumberLimits.timestamps.contains(time) else { throw broken }
        entries = []
        for _ in 0..<count {
            guard let reference = reader.number(4), let duration = reader.number(4), reader.number(4) != nil else { throw broken }
            let size = Int64(reference & 0x7FFF_FFFF)
            guard size > 0 else { throw ManifestError("the sidx box has an entry without bytes") }
            entries.append(
                Entry(offset: place, size: size, time: time, duration: Int64(duration), isIndex: reference >> 31 == 1))
            place = place.saturatingAdding(size)
            time = time.saturatingAdding(Int64(duration))
        }
        guard !entries.isEmpty else { throw ManifestError("the sidx box has no entries") }
    }
}

/// Reads boxes (ISO/IEC 14496-12 §4.2).
struct BoxReader {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Moves behind the header of the first box of a type on the top level.
    /// - Returns: The offsets of the box; its end may lie behind the bytes.
    mutating func seek(to type: String) -> (start: Int, end: Int)? {
        var start = 0
        while start < bytes.count {
            position = start
            guard let short = number(4), let name = number(4) else { return nil }
            guard let size = short == 1 ? number(8) : short else { return nil }
            let end = size == 0 ? bytes.count : start.saturatingAdding(Int(clamping: size))
            if type.utf8.reduce(UInt64(0), { $0 << 8 | UInt64($1) }) == name { return end > position ? (start, end) : nil }
            guard end > start else { return nil }
            start = end
        }
        return nil
    }

    /// Reads a big-endian number; `nil` at the end.
    mutating func number(_ size: Int) -> UInt64? {
        guard bytes.count - position >= size else { return nil }
        defer { position += size }
        // bounded: the guard above
        return bytes[position..<(position + size)].reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension SegmentTable {
    /// Whether the segments are listed in an index of the resource that has to be loaded first.
    package var indexRange: ByteRange? { if case .resource(let index) = location { index } else { nil } }

    /// Returns the table with the segments of an index.
    package func indexed(by entries: [SegmentIndex.Entry], timescale: Int64) -> SegmentTable {
        var table = self
        table.timescale = max(1, timescale)
        if timescale != self.timescale {
            table.presentationTimeOffset = Int64(
                saturating: Double(presentationTimeOffset) / Double(self.timescale) * Double(timescale))
        }
        var runs: [Run] = []
        for (index, entry) in entries.enumerated() {
            let duration = max(1, entry.duration)
            if let last = runs.last, let count = last.count, last.duration == duration,
                last.start.saturatingAdding(duration.saturatingMultiplied(by: Int64(count))) == entry.time
            {
                runs[runs.count - 1].count = count + 1
            } else {
                runs.append(Run(start: entry.time, duration: duration, count: 1, first: index))
            }
        }
        table.timing = .runs(runs)
        table.location = .list(entries.map { SegmentURL(range: ByteRange(offset: $0.offset, length: $0.size > 0 ? $0.size : nil)) })
        table.startNumber = 1
        table.endNumber = nil
        // Without a declaration, what precedes the first segment initializes the decoder (ISO/IEC 23009-1, 5.3.9.2).
        if initialization == nil, let first = entries.first, first.offset > 0 {
            table.initialization = Initialization(range: ByteRange(offset: 0, length: first.offset))
        }
        return table
    }
}
