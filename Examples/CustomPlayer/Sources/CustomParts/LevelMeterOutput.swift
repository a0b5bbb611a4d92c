import Playhead
import Synchronization

/// A custom audio output: a device without a speaker, which measures the level of the sound.
///
/// The device plays at the speed of a clock, as a sound card does. All members can be used from any thread.
public final class LevelMeterOutput: AudioOutput {
    fileprivate struct State {
        var format: AudioFormat?
        /// The frames written since the last `open` or `flush`.
        var written = 0
        /// The frames played until ``resumed``.
        var played = 0.0
        /// The time on the clock at which the device started to play, in seconds; `nil` while it is held.
        var resumed: Double?
        var peak: Float = 0
        var total = 0
        var volume: Float = 1
        var onWritable: @Sendable () -> Void = {}
        var ticker: Task<Void, any Error>?
    }

    /// The number of seconds that can be written ahead of the playback.
    private static let latency = 0.1
    /// The number of seconds between two calls of `onWritable`.
    private static let tick = 0.02
    private let clock: any PlaybackClock
    private let state = Mutex(State())

    /// Creates a device.
    /// - Parameter clock: The clock whose speed the device follows.
    public init(clock: any PlaybackClock = SystemClock()) {
        self.clock = clock
    }

    /// The maximum amplitude of all samples that were written, after the volume; 0 to 1 for samples that are not clipped.
    public var peak: Float { state.withLock(\.peak) }

    /// The number of frames that were written, over all formats and flushes.
    public var totalFrames: Int { state.withLock(\.total) }

    // MARK: AudioOutput

    /// Keeps the handler for room; the device never fails.
    public func setHandlers(onWritable: @escaping @Sendable () -> Void, onFailure: @escaping @Sendable (PlaybackError) -> Void) {
        state.withLock { $0.onWritable = onWritable }
    }

    /// Opens the device, held.
    public func open(_ format: AudioFormat) throws(PlaybackError) {
        state.withLock { state in
            state.format = format
            state.restart()
            state.ticker?.cancel()
            state.ticker = Task { [clock, onWritable = state.onWritable] in
                while true {
                    try await clock.sleep(for: Self.tick)
                    onWritable()
                }
            }
        }
    }

    /// The number of frames that fit into the latency.
    public var writableFrames: Int {
        let now = clock.now
        return state.withLock { $0.writableFrames(at: now, latency: Self.latency) }
    }

    /// Measures the frames for which there is room.
    public func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
        let now = clock.now
        return state.withLock { state in
            guard let format = state.format, format.channels > 0 else { return 0 }
            // Frames after a silence sound from now on.
            if state.resumed != nil {
                state.played = state.playedFrames(at: now)
                state.resumed = now
            }
            let frames = min(samples.count / format.channels, state.writableFrames(at: now, latency: Self.latency))
            for sample in samples.prefix(frames * format.channels) { state.peak = max(state.peak, abs(sample * state.volume)) }
            state.written += frames
            state.total += frames
            return frames
        }
    }

    /// Starts to play.
    public func resume() {
        let now = clock.now
        state.withLock { $0.resumed = $0.resumed ?? now }
    }

    /// Holds, and keeps what was not played.
    public func pause() {
        let now = clock.now
        state.withLock { state in
            state.played = state.playedFrames(at: now)
            state.resumed = nil
        }
    }

    /// Drops what was not played.
    public func flush() {
        let now = clock.now
        state.withLock { state in
            let isPlaying = state.resumed != nil
            state.restart()
            state.resumed = isPlaying ? now : nil
        }
    }

    /// The number of frames played by now.
    public var playedFrames: Double? {
        let now = clock.now
        return state.withLock { $0.format == nil ? nil : $0.playedFrames(at: now) }
    }

    /// Whether all frames were played.
    public var isDrained: Bool {
        let now = clock.now
        return state.withLock { $0.playedFrames(at: now) >= Double($0.written) }
    }

    /// Sets the factor for the level of the samples that are written from now on.
    public func setVolume(_ volume: Double, isMuted: Bool) {
        state.withLock { $0.volume = isMuted ? 0 : Float(volume) }
    }

    /// Closes the device.
    public func close() {
        state.withLock { state in
            state.format = nil
            state.ticker?.cancel()
            state.restart()
        }
    }
}

extension LevelMeterOutput.State {
    fileprivate mutating func restart() {
        written = 0
        played = 0
        resumed = nil
    }

    fileprivate func playedFrames(at now: Double) -> Double {
        guard let format, let resumed else { return played }
        return min(Double(written), played + (now - resumed) * Double(format.sampleRate))
    }

    fileprivate func writableFrames(at now: Double, latency: Double) -> Int {
        guard let format else { return 0 }
        return max(0, Int(playedFrames(at: now) + latency * Double(format.sampleRate)) - written)
    }
}
