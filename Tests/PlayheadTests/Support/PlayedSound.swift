import PlayheadCore
import PlayheadEngine
import Synchronization

/// An audio device that plays on the clock and records its output. When the buffer is empty the device waits, and no sample is lost.
final class PlayedSound: AudioOutput {
    private struct State {
        var format: AudioFormat?
        var isSounding = false
        var updated = 0.0
        /// The fraction of a frame that is due, less than one.
        var rest = 0.0
        /// The first channel of the written samples that are not yet played.
        var waiting: [Float] = []
        /// The first channel of the played samples, since the first opening.
        var received: [Float] = []
        /// The number of frames played since the last opening or flush.
        var played = 0
    }

    private static let latency = 0.1
    private let clock: any PlaybackClock
    private let state = Mutex(State())

    init(clock: any PlaybackClock) { self.clock = clock }

    /// The first channel of the played samples.
    var received: [Float] { update { $0.received } }
    /// The number of played frames.
    var playedCount: Int { update { $0.received.count } }

    func setHandlers(onWritable: @escaping @Sendable () -> Void, onFailure: @escaping @Sendable (PlaybackError) -> Void) {}

    func open(_ format: AudioFormat) {
        update { state in
            (state.format, state.isSounding, state.waiting, state.played) = (format, false, [], 0)
        }
    }

    var writableFrames: Int { update { Self.room($0) } }

    func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
        update { state in
            guard let format = state.format else { return 0 }
            let count = min(samples.count / format.channels, Self.room(state))
            for frame in 0..<max(0, count) { state.waiting.append(samples[frame * format.channels]) }
            return count
        }
    }

    func resume() { update { $0.isSounding = $0.format != nil } }
    func pause() { update { $0.isSounding = false } }
    func flush() { update { ($0.waiting, $0.played, $0.rest) = ([], 0, 0) } }

    var playedFrames: Double? { update { $0.format == nil ? nil : Double($0.played) } }
    var isDrained: Bool { update { $0.waiting.isEmpty } }

    func setVolume(_ volume: Double, isMuted: Bool) {}
    func close() { update { ($0.format, $0.isSounding) = (nil, false) } }

    private static func room(_ state: State) -> Int {
        state.format.map { max(0, Int(saturating: latency * Double($0.sampleRate), rounding: .towardZero) - state.waiting.count) } ?? 0
    }

    @discardableResult
    private func update<R: Sendable>(_ body: (inout State) -> R) -> R {
        let now = clock.now
        return state.withLock { state in
            if state.isSounding, let format = state.format {
                let due = state.rest + max(0, now - state.updated) * Double(format.sampleRate)
                let count = min(Int(saturating: due, rounding: .towardZero), state.waiting.count)
                state.rest = count < Int(saturating: due, rounding: .towardZero) ? 0 : due - Double(count)
                state.received += state.waiting.prefix(count)
                state.waiting.removeFirst(count)
                state.played += count
            }
            state.updated = now
            return body(&state)
        }
    }
}
