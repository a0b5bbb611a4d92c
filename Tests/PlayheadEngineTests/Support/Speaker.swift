import PlayheadCore
import PlayheadEngine
import Synchronization

/// An audio device that plays into memory, on the clock or as fast as a test requires.
final class Speaker: AudioOutput {
    private struct State {
        var format: AudioFormat?
        var isSounding = false
        var written = 0
        var played = 0.0
        var updated = 0.0
        /// The first channel of all samples written since the last flush.
        var samples: [Float] = []
        var total = 0
        /// The writes since the last flush: the time, the first frame, and the number of frames that had left the speaker.
        var writes: [(time: Double, first: Int, played: Double)] = []
        var flushes = 0
        var volume = 1.0
        var isMuted = false
        var onFailure: (@Sendable (PlaybackError) -> Void)?
        var isClosed = false
        var refusals = Int.max
        var reopening: CheckedContinuation<Bool, Never>?
        var reopenFormat: AudioFormat?
    }

    private static let latency = 0.2

    private let clock: any PlaybackClock
    private let refusal: PlaybackError?
    private let state = Mutex(State())

    /// - Parameters:
    ///   - clock: The clock of playing.
    ///   - refusal: The error of opening.
    ///   - refusals: The number of times that opening fails.
    init(clock: any PlaybackClock, refusal: PlaybackError? = nil, refusals: Int = .max) {
        self.clock = clock
        self.refusal = refusal
        state.withLock { $0.refusals = refusals }
    }

    /// The total number of written frames.
    var total: Int { state.withLock { $0.total } }
    /// The first channel of the samples written since the last flush.
    var samples: [Float] { state.withLock { $0.samples } }
    var format: AudioFormat? { state.withLock { $0.format } }
    var isClosed: Bool { state.withLock { $0.isClosed } }
    var isSounding: Bool { state.withLock { $0.isSounding } }
    var loudness: (volume: Double, isMuted: Bool) { state.withLock { ($0.volume, $0.isMuted) } }
    /// The seconds of sound that have left the speaker since the last flush.
    var received: Double? {
        update { state in state.format.map { state.played / Double($0.sampleRate) } }
    }

    /// Returns when frame `index` since the last flush was written, and when it is heard if nothing runs out before; both on the clock.
    func times(of index: Int) -> (taken: Double, received: Double)? {
        state.withLock { state in
            guard let format = state.format, let write = state.writes.last(where: { $0.first <= index }) else { return nil }
            return (write.time, write.time + (Double(index) - write.played) / Double(format.sampleRate))
        }
    }

    /// Simulates the loss of the device.
    func fail() {
        let handler = state.withLock { state in
            state.format = nil
            state.isSounding = false
            return state.onFailure
        }
        handler?(PlaybackError(.audioOutput))
    }

    /// Whether a task waits for the return of the device.
    var isAwaited: Bool { state.withLock { $0.reopening != nil } }

    /// Simulates the return of the device.
    func comeBack() throws {
        let (waiting, format) = state.withLock { state in
            defer { state.reopening = nil }
            return (state.reopening, state.reopenFormat)
        }
        if let format { try open(format) }
        waiting?.resume(returning: true)
    }

    func reopen(_ format: AudioFormat) async -> Bool {
        await withCheckedContinuation { continuation in
            let isClosed = state.withLock { state in
                if !state.isClosed { (state.reopening, state.reopenFormat) = (continuation, format) }
                return state.isClosed
            }
            if isClosed { continuation.resume(returning: false) }
        }
    }

    func setHandlers(onWritable: @escaping @Sendable () -> Void, onFailure: @escaping @Sendable (PlaybackError) -> Void) {
        state.withLock { $0.onFailure = onFailure }
    }

    func open(_ format: AudioFormat) throws(PlaybackError) {
        let isRefused = state.withLock { state in
            guard refusal != nil, state.refusals > 0 else { return false }
            state.refusals -= 1
            return true
        }
        if isRefused, let refusal { throw refusal }
        state.withLock { state in
            state.format = format
            state.isSounding = false
            state.written = 0
            state.played = 0
            state.samples = []
            state.writes = []
        }
    }

    var writableFrames: Int { update { Self.room($0) } }

    func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
        update { state in
            guard let format = state.format else { return 0 }
            let count = min(samples.count / format.channels, Self.room(state))
            if count > 0 { state.writes.append((state.updated, state.written, state.played)) }
            for frame in 0..<max(0, count) { state.samples.append(samples[frame * format.channels]) }
            state.written += count
            state.total += count
            return count
        }
    }

    func resume() { update { $0.isSounding = $0.format != nil } }
    func pause() { update { $0.isSounding = false } }

    func flush() {
        update { state in
            state.written = 0
            state.played = 0
            state.samples = []
            state.writes = []
            state.flushes += 1
        }
    }

    var playedFrames: Double? { update { $0.format == nil ? nil : $0.played } }
    var isDrained: Bool { update { $0.played >= Double($0.written) } }

    func setVolume(_ volume: Double, isMuted: Bool) {
        state.withLock { state in
            state.volume = volume
            state.isMuted = isMuted
        }
    }

    func close() {
        state.withLock { state in
            state.format = nil
            state.isSounding = false
            state.isClosed = true
            state.reopening?.resume(returning: false)
            state.reopening = nil
        }
    }

    private static func room(_ state: State) -> Int {
        guard let format = state.format else { return 0 }
        return max(0, Int(saturating: latency * Double(format.sampleRate) - (Double(state.written) - state.played), rounding: .towardZero))
    }

    @discardableResult
    private func update<R: Sendable>(_ body: (inout State) -> R) -> R {
        let now = clock.now
        return state.withLock { state in
            if state.isSounding, let format = state.format {
                state.played = min(Double(state.written), state.played + max(0, now - state.updated) * Double(format.sampleRate))
            }
            state.updated = now
            return body(&state)
        }
    }
}
