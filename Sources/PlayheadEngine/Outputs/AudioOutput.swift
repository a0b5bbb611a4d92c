import PlayheadCore

/// Where sound goes: a device, a sound server, or nothing.
///
/// One owner drives an output from one thread: ``setHandlers(onWritable:onFailure:)``, ``open(_:)``, then writes, holds and flushes, then
/// ``close()``. ``playedFrames`` and ``isDrained`` may be read from any thread. No call but `open` waits for the device, and `open` waits for a
/// bounded time.
///
/// After a failure (``open(_:)`` threw, or `onFailure` was called) every call is harmless and does nothing, until `open` is called again.
public protocol AudioOutput: AnyObject, Sendable {
    /// Sets what is called when something happens. Call it before ``open(_:)``.
    ///
    /// Both are called from any thread, must return at once, and must not call the output: they only wake its owner.
    /// Neither is called after ``close()`` has returned.
    /// - Parameters:
    ///   - onWritable: There is room again: ``writableFrames`` may be above 0. It can come without need.
    ///   - onFailure: The device is gone (`PlaybackError.Kind.audioOutput`). At most once for each successful ``open(_:)``.
    func setHandlers(onWritable: @escaping @Sendable () -> Void, onFailure: @escaping @Sendable (PlaybackError) -> Void)

    /// Opens the device for sound of `format`, held: nothing sounds before ``resume()``.
    ///
    /// If it is open already it is reopened, held, and what was written and not heard is dropped. Volume and mute are kept.
    /// - Parameter format: What will be written.
    /// - Throws: `PlaybackError.Kind.audioOutput` where there is no device, or it refuses the format, or does not answer in time.
    func open(_ format: AudioFormat) throws(PlaybackError)

    /// How many frames ``write(_:)`` takes now without more than the target latency (some 100 ms) being ahead of the speaker; 0 where it is not open.
    var writableFrames: Int { get }

    /// Hands over frames to be heard after all those written before. It copies them and never waits for the device.
    ///
    /// While held it takes up to the target latency, which then sounds at once on ``resume()``. If the frames run out while it sounds there is silence,
    /// and ``playedFrames`` stands still, until more is written.
    /// - Parameter samples: Interleaved samples, whole frames.
    /// - Returns: The frames taken, from the front; at most ``writableFrames``.
    func write(_ samples: UnsafeBufferPointer<Float>) -> Int

    /// Lets sound what is written and will be written.
    func resume()

    /// Holds: the sound stops within a few tens of milliseconds, what is written and not heard stays.
    func pause()

    /// Drops what is written and not heard. ``playedFrames`` counts from 0 again; held or not does not change.
    func flush()

    /// The frames, of those written since the last ``open(_:)`` or ``flush()``, that have left the speaker by now, interpolated between
    /// reports of the device; `nil` while the device has not reported yet (shortly after `open` and `flush`), and where it is not open.
    ///
    /// It never goes back (but to 0 by a flush) and never exceeds what was written.
    var playedFrames: Double? { get }

    /// Whether every frame that was written since the last ``open(_:)`` or ``flush()`` has been heard; true also where none was written or it is not open.
    ///
    /// At the end of a stream: write the last frames, let it sound, and wait for this to become true.
    var isDrained: Bool { get }

    /// Sets the loudness of this output only; it takes effect within about 50 ms, and is kept over ``open(_:)``. It can be called before `open`.
    /// - Parameters:
    ///   - volume: 0 (silence) to 1 (as it is in the stream), on a perceptual scale; clamped.
    ///   - isMuted: Silences it without changing the volume.
    func setVolume(_ volume: Double, isMuted: Bool)

    /// Ends the output at once, dropping what was not heard. No thread or connection is left when it returns, but one that ``reopen(_:)`` is in, which ends
    /// soon. It may be called again.
    func close()

    /// After a failure: opens the device as ``open(_:)`` does, as soon as there is one again.
    ///
    /// Other calls may be made meanwhile.
    /// - Returns: Whether it is open; false once ``close()`` or ``open(_:)`` was called, and at once where nobody would know of a device.
    func reopen(_ format: AudioFormat) async -> Bool
}

extension AudioOutput {
    /// Knows of no device that comes back.
    public func reopen(_ format: AudioFormat) async -> Bool { false }
}
