import CFFmpeg

/// The duration of an opened container, from the start of its first stream on.
struct ContainerLength {
    /// The start of the first stream above which times are late, in seconds: muxers differ in whether the durations in their headers count
    /// from 0 or from the start.
    private static let late = 0.15
    /// The audio containers whose headers contain the number of samples.
    private static let countingContainers: Set<String> = ["flac", "mp3", "wav", "w64", "aiff", "caf", "au", "tta", "wv", "ape"]

    /// The duration in seconds, or `nil` if unknown.
    private(set) var seconds: Double?
    /// Whether the duration may include the time before the start.
    let isAmbiguous: Bool
    /// Whether the duration is declared by the container rather than estimated.
    let isExact: Bool
    /// Whether the duration is declared in the container's header, so that a file that ends earlier is truncated.
    let isAnnounced: Bool
    /// Whether the declared duration is that of audio only, counted in samples or blocks.
    let isCounted: Bool
    /// The end of the picture or sound that ends first, in seconds, or `nil` if unknown: the duration is that of the longest track, which may
    /// be one of those that are not played, such as subtitles or a second sound.
    private(set) var shortest: Double?

    /// Reads the duration of a container.
    /// - Parameters:
    ///   - context: The open container.
    ///   - start: The start of the first stream in seconds, or `nil` if unknown.
    ///   - isDeclared: Whether the header declares all streams, so that none had to be detected.
    ///   - hasPlaceholderSize: Whether the size in the header says nothing about the duration.
    init(of context: UnsafeMutablePointer<AVFormatContext>, start: Double?, isDeclared: Bool, hasPlaceholderSize: Bool) {
        let start = start ?? 0
        let format = context.pointee.iformat.map { String(cString: $0.pointee.name) } ?? ""
        // The bit rate in the header of Vorbis is a limit, not a mean.
        let isGuess = format == "ogg" && context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE
        let declared = context.pointee.duration > 0 && !isGuess ? Double(context.pointee.duration) / Double(AV_TIME_BASE) : nil
        let isLate = start > Self.late
        let isMovie = format.hasPrefix("mov")
        seconds = declared
        // The duration of a movie counts from 0 (ISO/IEC 14496-12 §8.2.2). Fragments are not part of it; FFmpeg has read all of them if it
        // can seek.
        let isIndexed = context.pointee.pb.map { $0.pointee.seekable != 0 } ?? false
        if isMovie, declared == nil ? isIndexed : start > 0 {
            seconds = [declared, Self.movieEnd(context)].compactMap(\.self).max().map { $0 - start }
        }
        if let known = seconds, known <= 0 || !known.isFinite { seconds = nil }
        isAmbiguous = isLate && !isMovie
        let isKnown = seconds != nil && !hasPlaceholderSize && (isMovie || !isLate)
        let (declaresAll, isCount) = (isMovie || format.hasPrefix("matroska"), Self.countingContainers.contains(format))
        let isInHeader = isDeclared || context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_STREAM
        isExact = isKnown && declaresAll
        isCounted = isCount
        isAnnounced = isKnown && context.pointee.duration > 0 && isInHeader && (declaresAll || isCount || format == "flv")
        shortest = hasOnlyPlayedTracks(context) ? seconds : shortestEnd(context, start: isMovie ? start : 0)
        if hasPlaceholderSize { seconds = nil }
    }

    /// Whether there is at most one track of pictures and one of sound, both with a decoder, and no other track.
    private func hasOnlyPlayedTracks(_ context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
        let tracks = Self.tracks(context)
        guard tracks.allSatisfy({ avcodec_find_decoder($0.pointee.codecpar.pointee.codec_id) != nil }) else { return false }
        let kinds = tracks.map(\.pointee.codecpar.pointee.codec_type)
        let (pictures, sounds) = (kinds.count { $0 == AVMEDIA_TYPE_VIDEO }, kinds.count { $0 == AVMEDIA_TYPE_AUDIO })
        return pictures <= 1 && sounds <= 1 && pictures + sounds == kinds.count
    }

    /// Returns the earliest end of a track of pictures or sound, from `start` on, or `nil` if one is unknown.
    private func shortestEnd(_ context: UnsafeMutablePointer<AVFormatContext>, start: Double) -> Double? {
        guard let seconds else { return nil }
        var result = seconds
        for stream in Self.tracks(context) {
            guard [AVMEDIA_TYPE_VIDEO, AVMEDIA_TYPE_AUDIO].contains(stream.pointee.codecpar.pointee.codec_type) else { continue }
            guard let end = Self.end(of: stream), end.isFinite else { return nil }
            result = min(result, end - start)
        }
        return result
    }

    /// Returns the streams other than attachments and attached pictures.
    private static func tracks(_ context: UnsafeMutablePointer<AVFormatContext>) -> [UnsafeMutablePointer<AVStream>] {
        (0..<Int(context.pointee.nb_streams)).compactMap { context.pointee.streams[$0] }.filter {
            $0.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0 && $0.pointee.codecpar.pointee.codec_type != AVMEDIA_TYPE_ATTACHMENT
        }
    }

    /// Returns the end of a track by its header, or by the statistics that muxers of Matroska add (`DURATION`), in seconds.
    private static func end(of stream: UnsafeMutablePointer<AVStream>) -> Double? {
        if stream.pointee.duration != playhead_nopts, stream.pointee.duration > 0, stream.pointee.time_base.den > 0 {
            let start = stream.pointee.start_time == playhead_nopts ? 0 : Double(stream.pointee.start_time)
            return (start + Double(stream.pointee.duration)) * av_q2d(stream.pointee.time_base)
        }
        // Some muxers append the language: `DURATION-eng`.
        guard let entry = av_dict_get(stream.pointee.metadata, "DURATION", nil, AV_DICT_IGNORE_SUFFIX), let text = entry.pointee.value
        else {
            return nil
        }
        let parts = String(cString: text).split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2] else { return nil }
        return hours * 3600 + minutes * 60 + seconds
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
        let shown = KeyFrameIndex.shownEntries(of: stream)
        guard let shown, let first = avformat_index_get_entry(stream, shown.lowerBound),
            let last = avformat_index_get_entry(stream, shown.upperBound)
        else { return nil }
        // The index contains decoding times.
        let start = stream.pointee.start_time == playhead_nopts ? first.pointee.timestamp : stream.pointee.start_time
        let shift = Double(start) - Double(first.pointee.timestamp)
        let before = shown.count > 1 ? avformat_index_get_entry(stream, shown.upperBound - 1) : nil
        let length = before.map { Double(last.pointee.timestamp) - Double($0.pointee.timestamp) } ?? 0
        return Double(last.pointee.timestamp) + max(0, length) + max(0, shift)
    }
}
