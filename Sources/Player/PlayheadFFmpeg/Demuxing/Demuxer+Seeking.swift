import CFFmpeg

/// Seeks in a container.
extension Demuxer {
    /// Continues at the key frame at or before `time` (seconds, in the container's own times). The key frames are those of `stream`, or of
    /// the default stream if it is `nil`.
    package func seek(to time: Double, stream: StreamInfo?) throws {
        input.clearError()
        // FFmpeg searches for the end.
        input.waitsForGrowth = false
        defer { input.waitsForGrowth = waitsForGrowth }
        held = []
        nextTimes = [:]
        // FFmpeg does not check the index.
        guard stream.map({ streams.indices.contains($0.index) }) ?? true else {
            throw FFmpegError(playhead_averror_invalid, "av_seek_frame")
        }
        input.discardBuffer()
        defer { input.dropPassedTags() }
        adts?.restart()
        let time = adts?.counted(time) ?? time
        if let stream = rawVideo?.stream { return try seekRawVideo(to: Self.ticks(time / stream.timeBase)) }
        let index = Int32(stream?.index ?? -1)
        let target = Self.ticks(stream.map { time / $0.timeBase } ?? time * Double(AV_TIME_BASE))
        // In chained Ogg each song has its own times, of which FFmpeg's search finds any.
        if format == "ogg", time <= startTime ?? 0, av_seek_frame(context, -1, 0, AVSEEK_FLAG_BYTE) >= 0 { return }
        // Some containers refuse a time before their first key frame: then the start is used.
        if av_seek_frame(context, index, target, AVSEEK_FLAG_BACKWARD) < 0 {
            input.clearError()
            let result = avformat_seek_file(context, index, Int64.min, target, Int64.max, 0)
            if result < 0 { throw input.lastError ?? FFmpegError(result, "av_seek_frame") }
        }
    }

    /// Uses the counted times of another demuxer of the same file.
    package func continueTimes(of other: Demuxer) { if adts != nil { adts = other.adts } }

    /// Continues with the next packet behind `position`, in bytes, of a container whose packets can be found anywhere.
    package func seek(toByte position: Int64) throws {
        input.clearError()
        held = []
        nextTimes = [:]
        adts?.restart()
        input.discardBuffer()
        defer { input.dropPassedTags() }
        let result = av_seek_frame(context, -1, position, AVSEEK_FLAG_BYTE)
        guard result >= 0 else { throw input.lastError ?? FFmpegError(result, "av_seek_frame") }
    }

    /// Continues at the last key frame of raw video at or before `target`, in ticks. Pictures that were not read yet are counted first.
    private func seekRawVideo(to target: Int64) throws {
        func jump(to place: RawVideo.Place) throws {
            try seek(toByte: place.position)
            rawVideo?.next = place.time
        }
        if let place = rawVideo?.place(before: target) { try jump(to: place) }
        while let next = rawVideo?.next, next <= target, try read() != nil {}
        if let place = rawVideo?.place(before: target) { try jump(to: place) }
    }

    /// Returns the whole ticks in `value`; 0 if it is NaN, limited to the range otherwise.
    static func ticks(_ value: Double) -> Int64 {
        // A time that was converted from ticks has a rounding error.
        let tolerance = 0.001
        let nearest = value.rounded()
        let whole = abs(value - nearest) < tolerance ? nearest : value.rounded(.down)
        // Far from the ends of the type, so that FFmpeg can add to it.
        let limit = 0x1p62
        return Int64(saturating: min(max(whole, -limit), limit))
    }
}
