import CFFmpeg

/// Turns decoded sound into interleaved 32-bit floats of one rate and channel count: owns an `SwrContext`.
///
/// Used by one thread at a time. It follows a change of the input's format by itself.
public final class Resampler {
    /// Samples a second of what comes out.
    public let sampleRate: Int
    /// Channels of what comes out.
    public let channels: Int

    private struct InputFormat: Equatable {
        var format: Int32
        var rate: Int32
        var channels: Int32
        var mask: UInt64
    }

    private var context: OpaquePointer?
    private var input: InputFormat?

    /// Makes a resampler to `sampleRate` samples a second in `channels` channels.
    public init(sampleRate: Int, channels: Int) {
        self.sampleRate = sampleRate
        self.channels = channels
    }

    deinit { swr_free(&context) }

    /// Converts `frame` and appends the samples, interleaved, to `output`.
    /// - Throws: ``FFmpegError`` where the formats can't be converted.
    public func convert(_ frame: Frame, into output: inout [Float]) throws(FFmpegError) {
        try configure(for: frame)
        let source = frame.pointer
        // Float samples of the right format need no converting, only interleaving, which swr does as well.
        let capacity = max(Int(swr_get_out_samples(context, source.pointee.nb_samples)), 0)
        try append(to: &output, capacity: capacity) { bytes in
            var planes: UnsafeMutablePointer<UInt8>? = bytes
            return withUnsafeMutablePointer(to: &planes) { planes in
                source.pointee.extended_data.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: frame.channels) { data in
                    swr_convert(context, planes, Int32(capacity), data, source.pointee.nb_samples)
                }
            }
        }
    }

    /// Appends what is still inside to `output`.
    public func drain(into output: inout [Float]) throws(FFmpegError) {
        guard context != nil else { return }
        let capacity = max(Int(swr_get_out_samples(context, 0)), 0)
        guard capacity > 0 else { return }
        try append(to: &output, capacity: capacity) { bytes in
            var planes: UnsafeMutablePointer<UInt8>? = bytes
            return withUnsafeMutablePointer(to: &planes) { swr_convert(context, $0, Int32(capacity), nil, 0) }
        }
    }

    /// Forgets what is inside, for going on elsewhere.
    public func reset() {
        swr_free(&context)
        input = nil
    }

    private func append(
        to output: inout [Float], capacity: Int, convert: (UnsafeMutablePointer<UInt8>?) -> Int32
    ) throws(FFmpegError) {
        let channels = channels
        var result: Int32 = 0
        let block = [Float](unsafeUninitializedCapacity: capacity * channels) { buffer, count in
            result = buffer.withMemoryRebound(to: UInt8.self) { convert($0.baseAddress) }
            count = max(0, Int(result)) * channels
        }
        try FFmpegError.check(result, "swr_convert")
        output.append(contentsOf: block)
    }

    private func configure(for frame: Frame) throws(FFmpegError) {
        let source = frame.pointer.pointee
        let format = InputFormat(
            format: source.format, rate: source.sample_rate, channels: source.ch_layout.nb_channels, mask: source.ch_layout.u.mask)
        guard format != input || context == nil else { return }
        swr_free(&context)
        var outLayout = AVChannelLayout()
        av_channel_layout_default(&outLayout, Int32(channels))
        defer { av_channel_layout_uninit(&outLayout) }
        var inLayout = AVChannelLayout()
        if source.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC {
            av_channel_layout_default(&inLayout, source.ch_layout.nb_channels)
        } else {
            var original = source.ch_layout
            av_channel_layout_copy(&inLayout, &original)
        }
        defer { av_channel_layout_uninit(&inLayout) }
        try FFmpegError.check(
            swr_alloc_set_opts2(
                &context, &outLayout, AV_SAMPLE_FMT_FLT, Int32(sampleRate), &inLayout, AVSampleFormat(rawValue: source.format),
                source.sample_rate, 0, nil), "swr_alloc_set_opts2")
        let opened = swr_init(context)
        if opened < 0 { swr_free(&context) }
        try FFmpegError.check(opened, "swr_init")
        input = format
    }
}
