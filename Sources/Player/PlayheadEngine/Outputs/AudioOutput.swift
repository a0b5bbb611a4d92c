import PlayheadCore

/// An output for sound: a device, a sound server, or a sink that discards it.
///
/// One owner drives an output from one thread: ``setHandlers(onWritable:onFailure:)``, ``open(_:)``, then writes, pauses and flushes, then
/// ``close()``. ``playedFrames`` and ``isDrained`` may be read from any thread. No call except `open` waits for the device, and `open`
/// waits for a bounded time.
///
/// After a failure (``open(_:)`` threw, or `onFailure` was called) every call is safe and does nothing, until `open` is called again.
public protocol AudioOutput: AnyObject, Sendable {
    /// Sets the event handlers. Must be called before ``open(_:)``.
    ///
    /// Both are called on any thread, must return immediately, and must not call the output: they only wake its owner.
    /// Neither is called after ``close()`` has returned.
    /// - Parameters:
    ///   - onWritable: Called when there is room again: ``writableFrames`` may be above 0. Spurious calls are possible.
    ///   - onFailure: Called when the device is lost (`PlaybackError.Kind.audioOutput`), at most once for each successful ``open(_:)``.
    func setHandlers(onWritable: @escaping @Sendable () -> Void, onFailure: @escaping @Sendable (PlaybackError) -> Void)

    /// Opens the device for sound of `format`, paused: no sound is played before ``resume()``.
    ///
    /// An open output is reopened and paused, and written sound that was not played is dropped. Volume and mute are kept.
    /// - Parameter format: The format of the sound to write.
    /// - Throws: `PlaybackError.Kind.audioOutput` if there is no device, it does not support the format, or it does not respond in time.
    func open(_ format: AudioFormat) throws(PlaybackError)

    /// The number of frames that ``write(_:)`` accepts without exceeding the target latency (some 100 ms) ahead of the speaker; 0 if the
    /// output is not open.
    var writableFrames: Int { get }

    /// Writes frames to be played after all previous ones. The frames are copied; the call never waits for the device.
    ///
    /// While paused, the output accepts up to the target latency, which is played immediately on ``resume()``. If the frames run out during
    /// playback, silence is played and ``playedFrames`` does not advance until more is written.
    /// - Parameter samples: The interleaved samples of whole frames.
    /// - Returns: The number of frames accepted from the start; at most ``writableFrames``.
    func write(_ samples: UnsafeBufferPointer<Float>) -> Int

    /// Plays what is and will be written.
    func resume()

    /// Pauses: the sound stops within a few tens of milliseconds, and written sound that was not played is kept.
    func pause()

    /// Drops written sound that was not played. ``playedFrames`` counts from 0 again; whether the output is paused does not change.
    func flush()

    /// The number of frames written since the last ``open(_:)`` or ``flush()`` that have left the speaker, interpolated between reports of
    /// the device; `nil` before the first report (shortly after `open` and `flush`), and if the output is not open.
    ///
    /// The number never decreases (except to 0 by a flush) and never exceeds the number of written frames.
    var playedFrames: Double? { get }

    /// Whether every frame written since the last ``open(_:)`` or ``flush()`` was played; also true if none was written or it is not open.
    ///
    /// At the end of a stream: write the last frames, keep playing, and wait until this property is true.
    var isDrained: Bool { get }

    /// Sets the volume of this output only; takes effect within about 50 ms, is kept by ``open(_:)``, and can be called before `open`.
    /// - Parameters:
    ///   - volume: 0 (silence) to 1 (unchanged), on a perceptual scale; clamped.
    ///   - isMuted: Whether to mute the output without changing the volume.
    func setVolume(_ volume: Double, isMuted: Bool)

    /// Closes the output immediately and drops sound that was not played. No thread or connection remains afterwards, except one that is in
    /// ``reopen(_:)``, which ends soon. Can be called repeatedly.
    func close()

    /// After a failure: opens the device like ``open(_:)`` as soon as one is available again.
    ///
    /// Other calls may be made meanwhile.
    /// - Returns: Whether the output is open; false after ``close()`` or ``open(_:)``, and at once if devices cannot be detected.
    func reopen(_ format: AudioFormat) async -> Bool
}

extension AudioOutput {
    /// Returns `false`, because the output cannot detect devices.
    public func reopen(_ format: AudioFormat) async -> Bool { false }
}

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
