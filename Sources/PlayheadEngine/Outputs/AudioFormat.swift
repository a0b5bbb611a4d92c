/// The format of the sound that an ``AudioOutput`` accepts: interleaved 32-bit floats, full scale at ±1.
public struct AudioFormat: Sendable, Hashable {
    /// The number of frames per second, in hertz.
    public var sampleRate: Int
    /// The number of samples in a frame.
    ///
    /// The order of channels is that of the default layout of FFmpeg for the number (`av_channel_layout_default`): stereo, 2.1, 4.0, 5.0,
    /// 5.1, 6.1, 7.1.
    public var channels: Int

    /// Creates a format.
    /// - Parameters:
    ///   - sampleRate: The number of frames per second, in hertz.
    ///   - channels: The number of samples in a frame.
    public init(sampleRate: Int, channels: Int) {
        self.sampleRate = sampleRate
        self.channels = channels
    }
}
