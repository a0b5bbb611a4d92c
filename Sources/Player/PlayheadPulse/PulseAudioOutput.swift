import CPulse
import Foundation
import PlayheadCore
import PlayheadEngine
@_exported import PlayheadNumbers
import Synchronization

/// Plays audio through PulseAudio, or through PipeWire's PulseAudio server.
///
/// Each open output has its own connection, stream and thread (libpulse's main loop). No server is started: ``open(_:)`` fails if none
/// runs.
public final class PulseAudioOutput: AudioOutput {
    private struct State {
        var session: PulseSession?
        var loudness = PulseLoudness(volume: 1, isMuted: false)
        var onWritable: @Sendable () -> Void = {}
        var onFailure: @Sendable (PlaybackError) -> Void = { _ in }
        /// The number of calls of `open` and `close`; a wait for a device ends when it changes.
        var turn = 0
        /// The pending wait for a device.
        var waiting: DeviceWait?
    }

    private let options: PulseOptions
    private let audioSession: AudioSession
    private let state = Mutex(State())

    /// Creates an output, which connects in ``open(_:)``.
    /// - Parameters:
    ///   - options: The server, the device, and the properties shown by the desktop's mixer.
    ///   - audioSession: The audio session of the player's configuration, which determines the purpose of the sound and receives
    ///     interruptions.
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

    /// Connects to the server within ``PulseOptions/connectTimeout`` and creates a held stream. See ``AudioOutput/open(_:)``.
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

    /// Waits for the server and a device, and opens the output. See ``AudioOutput/reopen(_:)``.
    public func reopen(_ format: AudioFormat) async -> Bool {
        let wait = DeviceWait()
        let turn = state.withLock { state in
            state.waiting = wait
            return state.turn
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // The wait blocks, so it must not run on the cooperative pool.
                Thread.detachNewThread { continuation.resume(returning: self.waitForDevice(format, wait, turn: turn)) }
            }
        } onCancel: {
            wait.cancel()
        }
    }

    /// A wait for a device.
    private final class DeviceWait: Sendable {
        let woken = DispatchSemaphore(value: 0)
        private let cancelled = Atomic(false)

        var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

        func cancel() {
            cancelled.store(true, ordering: .relaxed)
            woken.signal()
        }
    }

    private func waitForDevice(_ format: AudioFormat, _ wait: DeviceWait, turn: Int) -> Bool {
        // A server can return at any time, and an attempt to connect is cheap.
        var delay = 0.25
        let maximumDelay = 5.0
        var watch: PulseDeviceWatch?
        defer { watch?.close() }
        while true {
            if watch?.isGood != true {
                watch?.close()
                watch = PulseDeviceWatch(options: options) { wait.woken.signal() }
            }
            _ = wait.woken.wait(timeout: .now() + delay)
            guard !wait.isCancelled, state.withLock({ $0.turn == turn }) else { return false }
            delay = min(delay * 2, maximumDelay)
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
        session.reportDevice()
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

extension PulseAudioOutput {
    /// Whether the user has a sound server: `PULSE_SERVER` is set, or the socket of PulseAudio or PipeWire's server exists. No connection is made.
    public static var isServerPresent: Bool { isServerPresent(in: ProcessInfo.processInfo.environment, user: Int(getuid())) }

    /// The rules of `PULSE_SERVER`, `PULSE_RUNTIME_PATH` and `XDG_RUNTIME_DIR` are those of libpulse (`pulse-client.conf(5)`).
    static func isServerPresent(in environment: [String: String], user: Int) -> Bool {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        if value("PULSE_SERVER") != nil { return true }
        let folder = value("PULSE_RUNTIME_PATH") ?? (value("XDG_RUNTIME_DIR") ?? "/run/user/\(user)") + "/pulse"
        return [folder, "/run/pulse"].contains { isSocket($0 + "/native") }
    }

    private static func isSocket(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }
}

/// The volume and mute state for the sound server.
struct PulseLoudness: Sendable, Equatable {
    var volume: Double
    var isMuted: Bool

    /// Returns the server's volume for every channel. PulseAudio's scale is perceptual (cubic in amplitude), and 1 is its "normal".
    func channelVolume(channels: Int) -> pa_cvolume {
        let clamped = volume.isFinite ? min(max(volume, 0), 1) : 1
        // PA_VOLUME_NORM, a cast macro that Swift does not import.
        let normal = 0x10000
        var result = pa_cvolume()
        pa_cvolume_set(&result, UInt32(clamping: channels), pa_volume_t(saturating: Double(normal) * clamped))
        return result
    }
}
