import CFFmpeg

/// Changes the speed of audio without changing the pitch (FFmpeg's `atempo`): owns a filter graph.
///
/// Used by one thread at a time. Samples are interleaved floats.
package final class TempoFilter {
    private static let supportedRates = 0.25...4.0
    /// The maximum number of samples per channel that are passed to FFmpeg at once.
    private static let blockSize = 65_536

    /// The factor of the speed: 0.25 to 4.
    package let rate: Double
    private let channels: Int
    private let sampleRate: Int32
    private let library: FilterLibrary
    private var graph: UnsafeMutablePointer<AVFilterGraph>?
    private var source: UnsafeMutablePointer<AVFilterContext>?
    private var sink: UnsafeMutablePointer<AVFilterContext>?
    private var written: Int64 = 0

    /// Makes a filter that changes the speed by the factor `rate` (0.25 to 4), for audio with `sampleRate` samples per second (1000 to
    /// 768000) in `channels` channels (1 to 8).
    /// - Throws: ``FFmpegError`` if a value is out of range, libavfilter is not installed, or the graph cannot be built.
    package init(rate: Double, sampleRate: Int, channels: Int) throws(FFmpegError) {
        guard Self.supportedRates.contains(rate), Resampler.supportedRates.contains(sampleRate),
            ChannelLayout.supportedChannels.contains(channels)
        else { throw FFmpegError(playhead_averror_invalid, "atempo") }
        guard let library = FilterLibrary.shared else { throw FFmpegError(playhead_averror_filter_not_found, "libavfilter") }
        self.library = library
        self.rate = rate
        self.channels = channels
        self.sampleRate = Int32(clamping: sampleRate)
        graph = library.allocateGraph()
        // The object is initialized from here on: if an error is thrown, deinit frees the graph.
        guard let graph else { throw FFmpegError(playhead_averror_nomem, "avfilter_graph_alloc") }
        // The filters do not support slices, so additional threads would be idle.
        graph.pointee.nb_threads = 1
        let layout = ChannelLayout(channels: Int32(clamping: channels)).name
        source = try add("abuffer", "sample_rate=\(sampleRate):sample_fmt=flt:channel_layout=\(layout):time_base=1/\(sampleRate)")
        var last = source
        for factor in Self.factors(of: rate) {
            let tempo = try add("atempo", "\(factor)")
            try FFmpegError.check(library.link(last, 0, tempo, 0), "avfilter_link")
            last = tempo
        }
        let format = try add("aformat", "sample_fmts=flt:channel_layouts=\(layout)")
        try FFmpegError.check(library.link(last, 0, format, 0), "avfilter_link")
        sink = try add("abuffersink", nil)
        try FFmpegError.check(library.link(format, 0, sink, 0), "avfilter_link")
        try FFmpegError.check(library.configureGraph(graph, nil), "avfilter_graph_config")
    }

    deinit { library.freeGraph(&graph) }

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
        try FFmpegError.check(library.addFrame(source, nil), "av_buffersrc_add_frame")
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
        // The call takes over the frame's reference, so that an empty frame remains here.
        try FFmpegError.check(library.addFrame(self.source, pointer), "av_buffersrc_add_frame")
        written += Int64(count)
    }

    private func receive(into output: inout [Float]) throws(FFmpegError) {
        while true {
            let frame = try Frame()
            let result = library.getFrame(sink, frame.pointer)
            if result == playhead_averror_again || result == playhead_averror_eof { return }
            try FFmpegError.check(result, "av_buffersink_get_frame")
            guard frame.channels == channels, frame.sampleCount > 0, let bytes = frame.pointer.pointee.data.0 else { continue }
            // bounded: the number of samples that the frame has in memory
            let count = frame.sampleCount * channels
            bytes.withMemoryRebound(to: Float.self, capacity: count) {
                output.append(contentsOf: UnsafeBufferPointer(start: $0, count: count))
            }
        }
    }

    private func add(_ filter: String, _ arguments: String?) throws(FFmpegError) -> UnsafeMutablePointer<AVFilterContext>? {
        guard let definition = library.filterNamed(filter) else {
            throw FFmpegError(playhead_averror_filter_not_found, "avfilter_get_by_name(\(filter))")
        }
        var context: UnsafeMutablePointer<AVFilterContext>?
        try FFmpegError.check(
            library.createFilter(&context, definition, nil, arguments, nil, graph), "avfilter_graph_create_filter(\(filter))")
        return context
    }
}
