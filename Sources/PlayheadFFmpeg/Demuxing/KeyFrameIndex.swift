import CFFmpeg

/// The key frames of one stream that its container lists: sample tables of MP4, cues of Matroska, the index of FLV and AVI.
public struct KeyFrameIndex: Sendable, Hashable {
    /// One key frame.
    public struct Entry: Sendable, Hashable {
        /// When it is presented, in seconds of the container's times.
        public var time: Double
        /// Where it begins in the file, in bytes.
        public var position: Int64
    }

    /// The maximum number of entries that are kept.
    static let limit = 5000

    /// The key frames in the order of time, the first ``limit`` of them.
    public var entries: [Entry] = []
    /// How many the container lists.
    public var count = 0

    /// Reads the index of a stream.
    /// - Parameter decodesFirst: Whether the container lists times of decoding, as MP4 does.
    /// - Returns: `nil` if the index lists no key frame, or, of MP4, covers the beginning only, as in fragmented files.
    init?(_ stream: UnsafeMutablePointer<AVStream>, decodesFirst: Bool) {
        let listed = avformat_index_get_entries_count(stream)
        guard listed > 0, let first = avformat_index_get_entry(stream, 0), let last = avformat_index_get_entry(stream, listed - 1) else {
            return nil
        }
        let base = av_q2d(stream.pointee.time_base)
        guard base.isFinite, base > 0 else { return nil }
        var shift = 0.0
        if decodesFirst {
            let covered = Double(last.pointee.timestamp) - Double(first.pointee.timestamp)
            let wholeShare = 0.8
            guard stream.pointee.duration > 0, listed == 1 || covered >= wholeShare * Double(stream.pointee.duration) else { return nil }
            // Pictures are presented later than decoded, all by the same time.
            if stream.pointee.start_time != playhead_nopts {
                shift = Double(stream.pointee.start_time) - Double(first.pointee.timestamp)
            }
        }
        for index in 0..<listed {
            guard let entry = avformat_index_get_entry(stream, index)?.pointee, entry.flags & AVINDEX_KEYFRAME != 0 else { continue }
            count += 1
            guard entries.count < Self.limit else { continue }
            entries.append(Entry(time: (Double(entry.timestamp) + shift) * base, position: entry.pos))
        }
        guard count > 0 else { return nil }
    }

    /// Whether a container that was opened lists the key frames of all of it, rather than those that were read by now.
    /// - Parameter listedAtFirst: How many entries its index had before any packet was read.
    static func isListed(format: String, tags: [(name: String, value: String)], listedAtFirst: Int32) -> Bool {
        if listedAtFirst > 0 { return true }
        return format == "flv" && tags.contains { $0.name.lowercased() == "haskeyframes" && ["true", "1"].contains($0.value) }
    }
}
