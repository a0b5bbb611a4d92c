/// The sound that an ``AudioOutput`` takes: interleaved 32-bit floats, full scale at ±1.
public struct AudioFormat: Sendable, Hashable {
    /// Frames a second, in hertz.
    public var sampleRate: Int
    /// Samples in a frame.
    ///
    /// The order is FFmpeg's native one (that of WAVE): front left, front right, front centre, low frequency, and so on.
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
