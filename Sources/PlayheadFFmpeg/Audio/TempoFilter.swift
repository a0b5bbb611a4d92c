import CFFmpeg

/// Makes sound faster or slower at the same pitch (FFmpeg's `atempo`): owns a filter graph.
///
/// Used by one thread at a time. Samples are interleaved floats.
public final class TempoFilter {
    /// How much faster: 0.25 to 4.
    public let rate: Double
    private let channels: Int
    private let sampleRate: Int
    private var graph: UnsafeMutablePointer<AVFilterGraph>?
    private var source: UnsafeMutablePointer<AVFilterContext>?
    private var sink: UnsafeMutablePointer<AVFilterContext>?
    private var written: Int64 = 0

    /// Makes a filter for sound of `sampleRate` samples a second in `channels` channels.
    /// - Parameter rate: 0.25 to 4.
    /// - Throws: ``FFmpegError`` where the graph can't be built.
    public init(rate: Double, sampleRate: Int, channels: Int) throws(FFmpegError) {
        self.rate = rate
        self.channels = channels
        self.sampleRate = sampleRate
        graph = avfilter_graph_alloc()
        var layout = AVChannelLayout()
        av_channel_layout_default(&layout, Int32(channels))
        defer { av_channel_layout_uninit(&layout) }
        var name = [CChar](repeating: 0, count: 64)
        av_channel_layout_describe(&layout, &name, name.count)
        let layoutName = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let arguments = "sample_rate=\(sampleRate):sample_fmt=flt:channel_layout=\(layoutName):time_base=1/\(sampleRate)"
        do throws(FFmpegError) {
            source = try add("abuffer", arguments)
            var last = source
            for factor in Self.factors(of: rate) {
                let tempo = try add("atempo", "\(factor)")
                try FFmpegError.check(avfilter_link(last, 0, tempo, 0), "avfilter_link")
                last = tempo
            }
            let format = try add("aformat", "sample_fmts=flt:channel_layouts=\(layoutName)")
            try FFmpegError.check(avfilter_link(last, 0, format, 0), "avfilter_link")
            sink = try add("abuffersink", nil)
            try FFmpegError.check(avfilter_link(format, 0, sink, 0), "avfilter_link")
            try FFmpegError.check(avfilter_graph_config(graph, nil), "avfilter_graph_config")
        } catch {
            avfilter_graph_free(&graph)
            throw error
        }
    }

    deinit { avfilter_graph_free(&graph) }

    /// The steps that make up `rate`; `atempo` blends best between 0.5 and 2.
    static func factors(of rate: Double) -> [Double] {
        var rest = min(max(rate, 0.25), 4)
        var factors: [Double] = []
        while rest > 2 {
            factors.append(2)
            rest /= 2
        }
        while rest < 0.5 {
            factors.append(0.5)
            rest /= 0.5
        }
        return factors + [rest]
    }

    /// Puts samples in and appends what comes out to `output`. `atempo` holds some back.
    public func process(_ samples: UnsafeBufferPointer<Float>, into output: inout [Float]) throws(FFmpegError) {
        if !samples.isEmpty {
            let frame = try Frame()
            let pointer = frame.pointer
            pointer.pointee.format = AV_SAMPLE_FMT_FLT.rawValue
            pointer.pointee.sample_rate = Int32(sampleRate)
            av_channel_layout_default(&pointer.pointee.ch_layout, Int32(channels))
            pointer.pointee.nb_samples = Int32(samples.count / channels)
            pointer.pointee.pts = written
            written += Int64(samples.count / channels)
            try FFmpegError.check(av_frame_get_buffer(pointer, 0), "av_frame_get_buffer")
            if let bytes = pointer.pointee.data.0 {
                UnsafeMutableRawBufferPointer(start: bytes, count: samples.count * 4).copyMemory(from: UnsafeRawBufferPointer(samples))
            }
            try FFmpegError.check(av_buffersrc_add_frame(source, pointer), "av_buffersrc_add_frame")
        }
        try receive(into: &output)
    }

    /// Ends the sound and appends what is still inside to `output`.
    public func finish(into output: inout [Float]) throws(FFmpegError) {
        try FFmpegError.check(av_buffersrc_add_frame(source, nil), "av_buffersrc_add_frame")
        try receive(into: &output)
    }

    private func receive(into output: inout [Float]) throws(FFmpegError) {
        while true {
            let frame = try Frame()
            let result = av_buffersink_get_frame(sink, frame.pointer)
            if result == playhead_averror_again || result == playhead_averror_eof { return }
            try FFmpegError.check(result, "av_buffersink_get_frame")
            guard let bytes = frame.pointer.pointee.data.0 else { continue }
            let count = frame.sampleCount * channels
            bytes.withMemoryRebound(to: Float.self, capacity: count) {
                output.append(contentsOf: UnsafeBufferPointer(start: $0, count: count))
            }
        }
    }

    private func add(_ filter: String, _ arguments: String?) throws(FFmpegError) -> UnsafeMutablePointer<AVFilterContext>? {
        var context: UnsafeMutablePointer<AVFilterContext>?
        try FFmpegError.check(
            avfilter_graph_create_filter(&context, avfilter_get_by_name(filter), nil, arguments, nil, graph),
            "avfilter_graph_create_filter(\(filter))")
        return context
    }
}
