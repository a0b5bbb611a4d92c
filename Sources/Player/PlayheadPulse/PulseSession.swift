import CPulse
import Dispatch
import PlayheadCore
import PlayheadEngine

/// One connection to the sound server with one playback stream and libpulse's thread, from `open` to `close`.
///
/// `@unchecked Sendable`: the stored variables and libpulse's context and stream are used under the main loop's lock only (`locked`), which
/// libpulse's thread holds during callbacks. The constants are immutable values, and the semaphore is thread-safe.
final class PulseSession: @unchecked Sendable {
    let format: AudioFormat
    let options: PulseOptions
    let onWritable: @Sendable () -> Void
    let onFailure: @Sendable (PlaybackError) -> Void
    /// Signals a state change to `connect`.
    let stateChanged = DispatchSemaphore(value: 0)

    private let mainLoop: OpaquePointer
    private(set) var context: OpaquePointer?
    private(set) var stream: OpaquePointer?
    /// The stream's registration with the audio session, from before it connects until it is closed.
    private(set) var sessionStream: AudioSessionStream?
    private(set) var policy: AudioPolicy
    /// The current device.
    var route = PulseRoute()
    private var timing: PulseTiming
    private var loudness: PulseLoudness
    /// Whether the server plays out what was written since.
    private var isDraining = false
    private var isOpen = false
    private var isClosed = false

    init(
        format: AudioFormat, options: PulseOptions, policy: AudioPolicy, loudness: PulseLoudness,
        onWritable: @escaping @Sendable () -> Void, onFailure: @escaping @Sendable (PlaybackError) -> Void
    ) throws(PlaybackError) {
        guard let mainLoop = pa_threaded_mainloop_new() else { throw PlaybackError(.audioOutput, underlying: "no main loop") }
        self.mainLoop = mainLoop
        self.format = format
        self.options = options
        self.policy = policy
        self.loudness = loudness
        self.onWritable = onWritable
        self.onFailure = onFailure
        timing = PulseTiming(sampleRate: format.sampleRate)
    }

    deinit {
        close()
        pa_threaded_mainloop_free(mainLoop)
    }

    /// Attaches the stream to the audio session, before it connects.
    func join(_ stream: AudioSessionStream) { locked { sessionStream = stream } }

    /// Connects and creates the stream within the timeout of the options.
    func connect() throws(PlaybackError) {
        let deadline = DispatchTime.now() + options.connectTimeout
        pa_threaded_mainloop_set_name(mainLoop, options.applicationName)
        guard pa_threaded_mainloop_start(mainLoop) == 0 else { throw PlaybackError(.audioOutput, underlying: "no thread") }
        try locked { () throws(PlaybackError) in context = try makeContext(mainLoop: mainLoop) }
        try wait(until: deadline) {
            let state = pa_context_get_state(context)
            return state == PA_CONTEXT_READY ? .ready : state == PA_CONTEXT_FAILED || state == PA_CONTEXT_TERMINATED ? .failed : .waiting
        }
        try locked { () throws(PlaybackError) in stream = try makeStream(loudness: loudness) }
        try wait(until: deadline) {
            let state = pa_stream_get_state(stream)
            return state == PA_STREAM_READY ? .ready : state == PA_STREAM_FAILED || state == PA_STREAM_TERMINATED ? .failed : .waiting
        }
        locked {
            isOpen = true
            // PipeWire ignores the volume that a stream is connected with.
            applyLoudness()
            queryRoute()
        }
    }

    /// Disconnects and ends the thread; no handler is called after it returns.
    func close() {
        let isFirst = locked {
            defer {
                isClosed = true
                isOpen = false
                sessionStream = nil
            }
            disconnect()
            return !isClosed
        }
        if isFirst { pa_threaded_mainloop_stop(mainLoop) }
    }

    var writableFrames: Int {
        locked {
            guard isOpen else { return 0 }
            let bytes = pa_stream_writable_size(stream)
            // The maximum value signals an error.
            return bytes == .max ? 0 : bytes / bytesPerFrame
        }
    }

    func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
        locked {
            guard isOpen, let base = samples.baseAddress else { return 0 }
            let writable = pa_stream_writable_size(stream)
            guard writable != .max else { return 0 }
            let frames = min(writable / bytesPerFrame, samples.count / format.channels)
            guard frames > 0, pa_stream_write(stream, base, frames * bytesPerFrame, nil, 0, PA_SEEK_RELATIVE) == 0 else { return 0 }
            timing.write(frames: frames)
            isDraining = false
            return frames
        }
    }

    func setHeld(_ held: Bool) {
        locked {
            guard isOpen else { return }
            // The server ends the interruption only of streams that it finds corked.
            if !held { sessionStream?.leaveInterruption() }
            timing.setHeld(held, at: monotonicNow)
            isDraining = false
            release(pa_stream_cork(stream, held ? 1 : 0, nil, nil))
        }
    }

    func flush() {
        locked {
            guard isOpen else { return }
            timing.flush()
            isDraining = false
            // libpulse requests a timing report after the flush, and marks the write index as corrupt until it arrives.
            release(pa_stream_flush(stream, nil, nil))
        }
    }

    var playedFrames: Double? {
        locked { isOpen ? timing.played(at: monotonicNow) : nil }
    }

    var isDrained: Bool {
        locked {
            guard isOpen, timing.written > 0 else { return true }
            guard let played = timing.played(at: monotonicNow) else { return false }
            // Positions are in microseconds, so the comparison allows a rounding error of one frame.
            if played >= Double(timing.written) - 1 { return true }
            drain()
            return false
        }
    }

    /// Requests that everything that was written is played: PipeWire holds back what is less than its period, because more could follow.
    private func drain() {
        guard !isDraining, !timing.isHeld else { return }
        isDraining = true
        release(pa_stream_drain(stream, nil, nil))
    }

    func setLoudness(_ new: PulseLoudness) {
        locked {
            loudness = new
            applyLoudness()
        }
    }

    /// Applies a new policy.
    func setPolicy(_ new: AudioPolicy) {
        locked {
            policy = new
            guard isOpen else { return }
            let properties = makeProperties()
            defer { pa_proplist_free(properties) }
            release(pa_stream_proplist_update(stream, PA_UPDATE_REPLACE, properties, nil, nil))
            // Properties that are absent from an update keep their values, unless they are removed by name.
            if new.wantedFilter == nil { removeProperty(PA_PROP_FILTER_WANT) }
            if new.suppressedFilter == nil { removeProperty(PA_PROP_FILTER_SUPPRESS) }
            applyLoudness()
        }
    }

    private func removeProperty(_ name: String) {
        name.withCString { name in
            var names: [UnsafePointer<CChar>?] = [name, nil]
            release(pa_stream_proplist_remove(stream, &names, nil, nil))
        }
    }

    private func applyLoudness() {
        guard isOpen else { return }
        let index = pa_stream_get_index(stream)
        var volume = loudness.channelVolume(channels: format.channels)
        release(pa_context_set_sink_input_volume(context, index, &volume, nil, nil))
        release(pa_context_set_sink_input_mute(context, index, isSilent ? 1 : 0, nil, nil))
    }

    /// Whether the stream is inaudible.
    var isSilent: Bool { loudness.isMuted || !policy.isAudible }

    // MARK: - On libpulse's thread, which holds the lock

    /// Handles a state change of the context or the stream.
    func didChangeState() {
        stateChanged.signal()
        guard isOpen else { return }
        let isGood = PA_CONTEXT_IS_GOOD(pa_context_get_state(context)) != 0 && PA_STREAM_IS_GOOD(pa_stream_get_state(stream)) != 0
        guard !isGood else { return }
        isOpen = false
        // The server is still connected, so the stream failed because there is no device.
        if PA_CONTEXT_IS_GOOD(pa_context_get_state(context)) != 0 { sessionStream?.changeRoute(.init(reason: .noSuitableRoute)) }
        onFailure(serverError)
    }

    /// Handles a timing report of the server.
    func didReport() {
        guard let stream, let info = pa_stream_get_timing_info(stream)?.pointee, info.read_index_corrupt == 0 else { return }
        let rate = Double(format.sampleRate)
        let frame = Double(bytesPerFrame)
        timing.update(
            PulseTiming.Report(
                time: monotonicNow - Double(info.transport_usec) / 1e6,
                readPosition: Double(info.read_index) / frame,
                writePosition: info.write_index_corrupt == 0 ? Double(info.write_index) / frame : nil,
                deviceLatency: Double(info.sink_usec) / 1e6 * rate,
                isPlaying: info.playing != 0,
                sinceChange: Double(info.since_underrun) / frame))
    }

    // MARK: - Helpers

    private var bytesPerFrame: Int { format.channels * MemoryLayout<Float>.size }

    private var monotonicNow: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

    /// The error of the server or of libpulse.
    var serverError: PlaybackError {
        PlaybackError(.audioOutput, underlying: pa_strerror(pa_context_errno(context)).map { String(cString: $0) })
    }

    func locked<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        pa_threaded_mainloop_lock(mainLoop)
        defer { pa_threaded_mainloop_unlock(mainLoop) }
        return try body()
    }

    private enum Progress {
        case waiting, ready, failed
    }

    /// Waits until `progress`, which is called under the lock, is ready. libpulse's own limit of 30 s is too long for a player.
    private func wait(until deadline: DispatchTime, for progress: () -> Progress) throws(PlaybackError) {
        while true {
            let (current, error) = locked { (progress(), serverError) }
            switch current {
            case .ready: return
            case .failed: throw error
            case .waiting:
                guard stateChanged.wait(timeout: deadline) == .success else {
                    throw PlaybackError(.audioOutput, underlying: "The sound server does not answer.")
                }
            }
        }
    }

    func release(_ operation: OpaquePointer?) {
        if let operation { pa_operation_unref(operation) }
    }

    private func disconnect() {
        if let stream {
            pa_stream_set_state_callback(stream, nil, nil)
            pa_stream_set_write_callback(stream, nil, nil)
            pa_stream_set_event_callback(stream, nil, nil)
            pa_stream_set_moved_callback(stream, nil, nil)
            pa_stream_set_latency_update_callback(stream, nil, nil)
            _ = pa_stream_disconnect(stream)
            pa_stream_unref(stream)
        }
        if let context {
            pa_context_set_state_callback(context, nil, nil)
            pa_context_disconnect(context)
            pa_context_unref(context)
        }
        stream = nil
        context = nil
    }
}
