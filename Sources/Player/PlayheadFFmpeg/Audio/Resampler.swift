import CFFmpeg

/// Converts decoded audio to interleaved 32-bit floats with a constant rate and channel count: owns an `SwrContext`.
///
/// Used by one thread at a time. Adapts to changes of the input's format.
package final class Resampler {
    /// The supported sample rates, in Hz. Outside of them a few bytes of a damaged stream would request filters of gigabytes.
    static let supportedRates = 1_000...768_000

    /// The sample rate of the output, in Hz.
    package let sampleRate: Int
    /// The number of output channels.
    package let channels: Int

    private struct Input: ~Copyable {
        var format: Int32
        var rate: Int32
        var layout: ChannelLayout

        init(_ frame: Frame) throws(FFmpegError) {
            format = frame.pointer.pointee.format
            rate = frame.pointer.pointee.sample_rate
            layout = try ChannelLayout(of: frame)
        }

        func isSame(as other: borrowing Input) -> Bool {
            format == other.format && rate == other.rate && layout.isSame(as: other.layout)
        }
    }

    private var context: OpaquePointer?
    private var input: Input?

    /// Makes a resampler to `sampleRate` samples per second (1000 to 768000) in `channels` channels (1 to 64).
    package init(sampleRate: Int, channels: Int) {
        self.sampleRate = sampleRate
        self.channels = channels
    }

    deinit { swr_free(&context) }

    /// Converts `frame` and appends the samples, interleaved, to `output`.
    /// - Throws: ``FFmpegError`` if the formats cannot be converted.
    package func convert(_ frame: Frame, into output: inout [Float]) throws(FFmpegError) {
        try configure(for: frame, &output)
        let source = frame.pointer
        guard source.pointee.nb_samples > 0, let data = source.pointee.extended_data else { return }
        // Float samples in the right format only need interleaving, which swr does as well.
        let capacity = Int(max(swr_get_out_samples(context, source.pointee.nb_samples), 0))
        _ = try append(to: &output, capacity: capacity) { planes in
            data.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: frame.channels) { data in
                swr_convert(context, planes, Int32(clamping: capacity), data, source.pointee.nb_samples)
            }
        }
    }

    /// Appends the remaining samples to `output`, and ends the stream: the next frame begins another.
    /// - Throws: ``FFmpegError``.
    package func drain(into output: inout [Float]) throws(FFmpegError) {
        guard context != nil else { return }
        defer { reset() }
        let block = 4096
        // At most the length of a filter remains: a few blocks.
        var blocks = 64
        while blocks > 0 {
            let count = try append(to: &output, capacity: block) { swr_convert(context, $0, Int32(block), nil, 0) }
            if count == 0 { return }
            blocks -= 1
        }
    }

    /// Drops the remaining samples, to continue elsewhere.
    package func reset() {
        swr_free(&context)
        input = nil
    }

    /// - Returns: The number of samples per channel.
    private func append(
        to output: inout [Float], capacity: Int, convert: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>) -> Int32
    ) throws(FFmpegError) -> Int {
        let channels = channels
        var result: Int32 = 0
        // bounded: the size that FFmpeg requires for one frame, in at most 64 channels
        let block = [Float](unsafeUninitializedCapacity: max(capacity, 1) * channels) { buffer, count in
            result = buffer.withMemoryRebound(to: UInt8.self) { bytes in
                var planes = bytes.baseAddress
                return convert(&planes)
            }
            count = min(max(0, Int(result)), capacity) * channels
        }
        try FFmpegError.check(result, "swr_convert")
        output.append(contentsOf: block)
        return block.count / channels
    }

    private func configure(for frame: Frame, _ output: inout [Float]) throws(FFmpegError) {
        let wanted = try Input(frame)
        if context != nil, input?.isSame(as: wanted) == true { return }
        // The end of the audio in the old format is still in the context.
        try drain(into: &output)
        guard Self.supportedRates.contains(sampleRate), Self.supportedRates.contains(frame.sampleRate),
            ChannelLayout.supportedChannels.contains(channels), ChannelLayout.supportedChannels.contains(frame.channels)
        else { throw FFmpegError(playhead_averror_invalid, "swr_alloc_set_opts2") }
        do throws(FFmpegError) {
            try open(wanted, matrix: nil)
        } catch {
            // FFmpeg has no mix for the layout: each output channel is the mean of all channels.
            // bounded: at most 64 channels each, as checked above
            try open(wanted, matrix: [Double](repeating: 1 / Double(frame.channels), count: channels * frame.channels))
        }
        input = consume wanted
    }

    private func open(_ input: borrowing Input, matrix: [Double]?) throws(FFmpegError) {
        let outLayout = ChannelLayout(channels: Int32(clamping: channels))
        let result = withUnsafePointer(to: outLayout.raw) { outLayout in
            withUnsafePointer(to: input.layout.raw) { inLayout in
                // Both layouts are copied; only later versions of the header declare them constant.
                swr_alloc_set_opts2(
                    &context, UnsafeMutablePointer(mutating: outLayout), AV_SAMPLE_FMT_FLT, Int32(clamping: sampleRate),
                    UnsafeMutablePointer(mutating: inLayout), AVSampleFormat(rawValue: input.format), input.rate, 0, nil)
            }
        }
        try FFmpegError.check(result, "swr_alloc_set_opts2")
        do throws(FFmpegError) {
            // For floats FFmpeg sums channels without a limit: the sum of 5.1 in stereo is up to 2.4 times full scale.
            let fullScale = 1.0
            try FFmpegError.check(av_opt_set_double(UnsafeMutableRawPointer(context), "rematrix_maxval", fullScale, 0), "rematrix_maxval")
            if let matrix { try FFmpegError.check(swr_set_matrix(context, matrix, input.layout.raw.nb_channels), "swr_set_matrix") }
            try FFmpegError.check(swr_init(context), "swr_init")
        } catch {
            swr_free(&context)
            throw error
        }
    }
}
