import CFFmpeg

/// The duration of an opened container, from the start of its first stream on.
struct ContainerLength {
    /// The start of the first stream above which times are late, in seconds: muxers differ in whether the durations in their headers count
    /// from 0 or from the start.
    private static let late = 0.15

    /// The duration in seconds, or `nil` if unknown.
    private(set) var seconds: Double?
    /// Whether the duration may include the time before the start.
    private(set) var isAmbiguous = false

    /// Reads the duration of `context`, whose first stream starts at `start` (seconds, `nil` if unknown).
    init(of context: UnsafeMutablePointer<AVFormatContext>, start: Double?) {
        let start = start ?? 0
        let declared = context.pointee.duration > 0 ? Double(context.pointee.duration) / Double(AV_TIME_BASE) : nil
        let isLate = start > Self.late
        let isMovie = context.pointee.iformat.map { String(cString: $0.pointee.name).hasPrefix("mov") } ?? false
        seconds = declared
        // The duration of a movie counts from 0 (ISO/IEC 14496-12 §8.2.2). Fragments are not part of it; FFmpeg has read all of them if it
        // can seek.
        let isIndexed = context.pointee.pb.map { $0.pointee.seekable != 0 } ?? false
        if isMovie, declared == nil ? isIndexed : start > 0 {
            seconds = [declared, Self.movieEnd(context)].compactMap(\.self).max().map { $0 - start }
        }
        if let known = seconds, known <= 0 || !known.isFinite { seconds = nil }
        isAmbiguous = isLate && !isMovie
    }

    /// Returns the end of the last sample that the index or the header of MP4 contains, in seconds.
    private static func movieEnd(_ context: UnsafeMutablePointer<AVFormatContext>) -> Double? {
        (0..<Int(context.pointee.nb_streams)).compactMap { index -> Double? in
            guard let stream = context.pointee.streams[index], stream.pointee.time_base.den > 0 else { return nil }
            guard [AVMEDIA_TYPE_VIDEO, AVMEDIA_TYPE_AUDIO].contains(stream.pointee.codecpar.pointee.codec_type) else { return nil }
            let declared = stream.pointee.duration == playhead_nopts ? 0 : Double(stream.pointee.duration)
            return max(declared, indexEnd(stream) ?? 0) * av_q2d(stream.pointee.time_base)
        }.max()
    }

    /// Returns the end of the last sample in the index of a stream, in ticks.
    private static func indexEnd(_ stream: UnsafeMutablePointer<AVStream>) -> Double? {
        let count = avformat_index_get_entries_count(stream)
        guard count > 0, let first = avformat_index_get_entry(stream, 0), let last = avformat_index_get_entry(stream, count - 1) else {
            return nil
        }
        // The index contains decoding times.
        let start = stream.pointee.start_time == playhead_nopts ? first.pointee.timestamp : stream.pointee.start_time
        let shift = Double(start) - Double(first.pointee.timestamp)
        let before = count > 1 ? avformat_index_get_entry(stream, count - 2) : nil
        let length = before.map { Double(last.pointee.timestamp) - Double($0.pointee.timestamp) } ?? 0
        return Double(last.pointee.timestamp) + max(0, length) + max(0, shift)
    }
}
