import CFFmpeg

/// The key frames of one stream in its container's index: sample tables of MP4, cues of Matroska, the index of FLV and AVI.
package struct KeyFrameIndex: Sendable, Hashable {
    /// A key frame.
    package struct Entry: Sendable, Hashable {
        /// The presentation time, in seconds of the container's times.
        package var time: Double
        /// The position in the file, in bytes.
        package var position: Int64
    }

    /// The maximum number of entries that are kept.
    static let limit = 5000

    /// The key frames in the order of time, the first ``limit`` of them.
    package var entries: [Entry] = []
    /// The number of key frames in the index.
    package var count = 0

    /// Reads the index of a stream; `nil` if the index has no key frame, or, in MP4, covers only the beginning, as in fragmented files.
    /// `decodesFirst` is true if the index contains decoding times, as in MP4.
    init?(_ stream: UnsafeMutablePointer<AVStream>, decodesFirst: Bool) {
        guard let shown = Self.shownEntries(of: stream), let first = avformat_index_get_entry(stream, shown.lowerBound),
            let last = avformat_index_get_entry(stream, shown.upperBound)
        else { return nil }
        let base = av_q2d(stream.pointee.time_base)
        guard base.isFinite, base > 0 else { return nil }
        var shift = 0.0
        if decodesFirst {
            let covered = Double(last.pointee.timestamp) - Double(first.pointee.timestamp)
            let wholeShare = 0.8
            guard stream.pointee.duration > 0, shown.count == 1 || covered >= wholeShare * Double(stream.pointee.duration) else {
                return nil
            }
            // The offset from decoding to presentation is the same for all key frames.
            if stream.pointee.start_time != playhead_nopts {
                shift = Double(stream.pointee.start_time) - Double(first.pointee.timestamp)
            }
        }
        // Nothing behind the last edit is shown; what precedes the first one is decoded for its start.
        for index in 0...shown.upperBound {
            guard let entry = avformat_index_get_entry(stream, index)?.pointee, entry.flags & AVINDEX_KEYFRAME != 0 else { continue }
            count += 1
            guard entries.count < Self.limit else { continue }
            let time = max(Double(entry.timestamp), index < shown.lowerBound ? Double(first.pointee.timestamp) : -.infinity)
            entries.append(Entry(time: (time + shift) * base, position: entry.pos))
        }
        guard count > 0 else { return nil }
    }

    /// Returns the range from the first to the last entry of an index that an edit list does not leave out; `nil` without such an entry.
    static func shownEntries(of stream: UnsafeMutablePointer<AVStream>) -> ClosedRange<Int32>? {
        let count = avformat_index_get_entries_count(stream)
        func isShown(_ index: Int32) -> Bool {
            avformat_index_get_entry(stream, index).map { $0.pointee.flags & AVINDEX_DISCARD_FRAME == 0 } ?? false
        }
        guard let first = (0..<max(0, count)).first(where: isShown), let last = (first..<count).last(where: isShown) else { return nil }
        return first...last
    }

    /// Whether an opened container has an index of all key frames, rather than of those read so far. `listedAtFirst` is the number of index
    /// entries before any packet was read.
    static func isListed(format: String, tags: [(name: String, value: String)], listedAtFirst: Int32) -> Bool {
        if listedAtFirst > 0 { return true }
        return format == "flv" && tags.contains { $0.name.lowercased() == "haskeyframes" && ["true", "1"].contains($0.value) }
    }
}
