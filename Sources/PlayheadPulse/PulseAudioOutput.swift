import Foundation
import PlayheadAudioSession
import PlayheadCore
import PlayheadEngine
import Synchronization

/// Sound through PulseAudio, or through PipeWire's PulseAudio server.
///
/// Each open output has a connection, a stream and a thread (libpulse's main loop) of its own. No server is started: where none runs, ``open(_:)`` fails.
public final class PulseAudioOutput: AudioOutput {
    private struct State {
        var session: PulseSession?
        var loudness = PulseLoudness(volume: 1, isMuted: false)
        var onWritable: @Sendable () -> Void = {}
        var onFailure: @Sendable (PlaybackError) -> Void = { _ in }
        /// How often it was opened or closed by its owner; who waits for a device stops when that changes.
        var turn = 0
        /// Who waits for a device.
        var waiting: DeviceWait?
    }

    private let options: PulseOptions
    private let audioSession: AudioSession
    private let state = Mutex(State())

    /// Makes an output; nothing is connected before ``open(_:)``.
    /// - Parameters:
    ///   - options: Which server and device, and what the desktop's mixer shows.
    ///   - audioSession: What the sound is for, and who hears of interruptions: that of the player's configuration.
    public init(options: PulseOptions = PulseOptions(), audioSession: AudioSession = .shared) {
        self.options = options
        self.audioSession = audioSession
    }

    deinit {
        close()
    }

    /// See ``AudioOutput/setHandlers(onWritable:onFailure:)``.
    public func setHandlers(onWritable: @escaping @Sendable () -> Void, onFailure: @escaping @Sendable (PlaybackError) -> Void) {
        state.withLock {
            $0.onWritable = onWritable
            $0.onFailure = onFailure
        }
    }

    /// Connects to the server within ``PulseOptions/connectTimeout`` and makes a held stream; the rest is ``AudioOutput/open(_:)``.
    public func open(_ format: AudioFormat) throws(PlaybackError) {
        close()
        let session = try connect(format)
        state.withLock { $0.session = session }
    }

    private func connect(_ format: AudioFormat) throws(PlaybackError) -> PulseSession {
        let current = state.withLock { $0 }
        let session = try PulseSession(
            format: format, options: options, policy: audioSession.policy, loudness: current.loudness, onWritable: current.onWritable,
            onFailure: current.onFailure)
        session.join(audioSession.openStream { [weak session] policy in session?.setPolicy(policy) })
        do throws(PlaybackError) {
            try session.connect()
        } catch {
            session.close()
            throw error
        }
        return session
    }

    /// Waits for a device of the server, or for the server, and opens it; the rest is ``AudioOutput/reopen(_:)``.
    public func reopen(_ format: AudioFormat) async -> Bool {
        let wait = DeviceWait()
        let turn = state.withLock { state in
            state.waiting = wait
            return state.turn
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Not on the cooperative pool: it blocks.
                Thread.detachNewThread { continuation.resume(returning: self.waitForDevice(format, turn, wait)) }
            }
        } onCancel: {
            wait.cancel()
        }
    }

    /// Somebody who waits for a device.
    private final class DeviceWait: Sendable {
        let woken = DispatchSemaphore(value: 0)
        private let cancelled = Atomic(false)

        var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

        func cancel() {
            cancelled.store(true, ordering: .relaxed)
            woken.signal()
        }
    }

    private func waitForDevice(_ format: AudioFormat, _ turn: Int, _ wait: DeviceWait) -> Bool {
        // A server that is gone may come back at any time; asking costs next to nothing.
        var patience = 0.25
        let longest = 5.0
        var watch: PulseDeviceWatch?
        defer { watch?.close() }
        while true {
            if watch?.isGood != true {
                watch?.close()
                watch = PulseDeviceWatch(options: options) { wait.woken.signal() }
            }
            _ = wait.woken.wait(timeout: .now() + patience)
            guard !wait.isCancelled, state.withLock({ $0.turn == turn }) else { return false }
            patience = min(patience * 2, longest)
            if let session = try? connect(format) { return install(session, turn) }
        }
    }

    private func install(_ session: PulseSession, _ turn: Int) -> Bool {
        let (isWanted, unneeded, loudness) = state.withLock { state in
            guard state.turn == turn else { return (false, session, state.loudness) as (Bool, PulseSession?, PulseLoudness) }
            defer { state.session = session }
            return (true, state.session, state.loudness)
        }
        unneeded?.close()
        guard isWanted else { return false }
        session.setLoudness(loudness)
        session.tellDevice()
        return true
    }

    /// See ``AudioOutput/writableFrames``.
    public var writableFrames: Int { session?.writableFrames ?? 0 }

    /// See ``AudioOutput/write(_:)``.
    public func write(_ samples: UnsafeBufferPointer<Float>) -> Int { session?.write(samples) ?? 0 }

    /// See ``AudioOutput/resume()``.
    public func resume() { session?.setHeld(false) }

    /// See ``AudioOutput/pause()``.
    public func pause() { session?.setHeld(true) }

    /// See ``AudioOutput/flush()``.
    public func flush() { session?.flush() }

    /// See ``AudioOutput/playedFrames``.
    public var playedFrames: Double? { session?.playedFrames }

    /// See ``AudioOutput/isDrained``.
    public var isDrained: Bool { session?.isDrained ?? true }

    /// See ``AudioOutput/setVolume(_:isMuted:)``.
    public func setVolume(_ volume: Double, isMuted: Bool) {
        let loudness = PulseLoudness(volume: volume, isMuted: isMuted)
        let session = state.withLock {
            $0.loudness = loudness
            return $0.session
        }
        session?.setLoudness(loudness)
    }

    /// See ``AudioOutput/close()``.
    public func close() {
        let session = state.withLock { state in
            defer { state.session = nil }
            state.turn += 1
            state.waiting?.cancel()
            state.waiting = nil
            return state.session
        }
        session?.close()
    }

    private var session: PulseSession? { state.withLock { $0.session } }
}
