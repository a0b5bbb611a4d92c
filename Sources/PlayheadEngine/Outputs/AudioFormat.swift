/// The sound that an ``AudioOutput`` takes: interleaved 32-bit floats, full scale at ±1.
public struct AudioFormat: Sendable, Hashable {
    /// Frames a second, in hertz.
    public var sampleRate: Int
    /// Samples in a frame.
    ///
    /// The order is that of FFmpeg's default layout for the count (`av_channel_layout_default`): stereo, 2.1, 4.0, 5.0, 5.1, 6.1, 7.1.
    public var channels: Int

    /// Makes a format.
    /// - Parameters:
    ///   - sampleRate: Frames a second, in hertz.
    ///   - channels: Samples in a frame.
    public init(sampleRate: Int, channels: Int) {
        self.sampleRate = sampleRate
        self.channels = channels
    }
}
