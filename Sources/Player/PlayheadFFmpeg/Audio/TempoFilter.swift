import CFFmpeg

/// Changes the speed of audio without changing the pitch (FFmpeg's `atempo`): owns a filter graph.
///
/// Used by one thread at a time. Samples are interleaved floats.
package final class TempoFilter {
    private static let supportedRates = 0.25...4.0
    /// The channel counts that have a default layout in all versions of FFmpeg.
    private static let supportedChannels = 1...8
    /// The maximum number of samples per channel that are passed to FFmpeg at once.
    private static let blockSize = 65_536

    /// The factor of the speed: 0.25 to 4.
    package let rate: Double
    private let channels: Int
    private let sampleRate: Int32
    private let graph: FilterGraph
    private var written: Int64 = 0

    /// Makes a filter that changes the speed by the factor `rate` (0.25 to 4), for audio with `sampleRate` samples per second (1000 to
    /// 768000) in `channels` channels (1 to 8).
    /// - Throws: ``FFmpegError`` if a value is out of range, libavfilter is not installed, or the graph cannot be built.
    package init(rate: Double, sampleRate: Int, channels: Int) throws(FFmpegError) {
        guard Self.supportedRates.contains(rate), Resampler.supportedRates.contains(sampleRate),
            Self.supportedChannels.contains(channels)
        else { throw FFmpegError(playhead_averror_invalid, "atempo") }
        self.rate = rate
        self.channels = channels
        self.sampleRate = Int32(clamping: sampleRate)
        let layout = ChannelLayout(channels: Int32(clamping: channels)).name
        let source = "sample_rate=\(sampleRate):sample_fmt=flt:channel_layout=\(layout):time_base=1/\(sampleRate)"
        let tempo = Self.factors(of: rate).map { FilterGraph.Filter("atempo", "\($0)") }
        let format = FilterGraph.Filter("aformat", "sample_fmts=flt:channel_layouts=\(layout)")
        graph = try FilterGraph([.init("abuffer", source)] + tempo + [format, .init("abuffersink")])
    }

    /// Returns the factors of `rate`, which is within 0.25...4; `atempo` has the best quality between 0.5 and 2.
    static func factors(of rate: Double) -> [Double] {
        var rest = rate
        var factors: [Double] = []
        while rest > 2, rest <= supportedRates.upperBound {
            factors.append(2)
            rest /= 2
        }
        while rest < 0.5, rest >= supportedRates.lowerBound {
            factors.append(0.5)
            rest /= 0.5
        }
        return factors + [rest]
    }

    /// Filters samples, complete for all channels, and appends the result to `output`. `atempo` delays some samples.
    /// - Throws: ``FFmpegError``, also after `finish(into:)`.
    package func process(_ samples: UnsafeBufferPointer<Float>, into output: inout [Float]) throws(FFmpegError) {
        let total = samples.count / channels
        var start = 0
        while start < total {
            let count = min(Self.blockSize, total - start)
            // bounded: at most the count of the samples
            try put(UnsafeBufferPointer(rebasing: samples[(start * channels)..<((start + count) * channels)]), count: count)
            start += count
            try receive(into: &output)
        }
    }

    /// Ends the stream and appends the remaining samples to `output`.
    /// - Throws: ``FFmpegError``.
    package func finish(into output: inout [Float]) throws(FFmpegError) {
        try graph.send(nil)
        try receive(into: &output)
    }

    private func put(_ samples: UnsafeBufferPointer<Float>, count: Int) throws(FFmpegError) {
        let frame = try Frame()
        let pointer = frame.pointer
        pointer.pointee.format = AV_SAMPLE_FMT_FLT.rawValue
        pointer.pointee.sample_rate = sampleRate
        av_channel_layout_default(&pointer.pointee.ch_layout, Int32(clamping: channels))
        pointer.pointee.nb_samples = Int32(clamping: count)
        pointer.pointee.pts = written
        try FFmpegError.check(av_frame_get_buffer(pointer, 0), "av_frame_get_buffer")
        guard let bytes = pointer.pointee.data.0 else { throw FFmpegError(playhead_averror_nomem, "av_frame_get_buffer") }
        let source = UnsafeRawBufferPointer(samples)
        UnsafeMutableRawBufferPointer(start: bytes, count: source.count).copyMemory(from: source)
        try graph.send(frame)
        written += Int64(count)
    }

    private func receive(into output: inout [Float]) throws(FFmpegError) {
        while let frame = try graph.receive() {
            guard frame.channels == channels, frame.sampleCount > 0, let bytes = frame.pointer.pointee.data.0 else { continue }
            // bounded: the number of samples that the frame has in memory
            let count = frame.sampleCount * channels
            bytes.withMemoryRebound(to: Float.self, capacity: count) {
                output.append(contentsOf: UnsafeBufferPointer(start: $0, count: count))
            }
        }
    }
}
