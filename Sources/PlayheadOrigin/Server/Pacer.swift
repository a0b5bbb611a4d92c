import Synchronization

/// Shares a bandwidth among those who send: each reserves its bytes and waits until they may go.
final class Pacer: Sendable {
    private enum Shape {
        case open
        case constant(bytesPerSecond: Double)
        case trace(NetworkTrace, start: Double)
    }

    private struct State {
        var shape: Shape
        /// When what was reserved so far has been sent.
        var free = -Double.infinity
    }

    private let state: Mutex<State>

    /// - Parameter bytesPerSecond: The limit; nil, or nothing that can be kept to, is none.
    init(bytesPerSecond: Double?) {
        state = Mutex(State(shape: Self.shape(bytesPerSecond)))
    }

    /// The limit that does not change; nil if there is none, or it changes.
    var bytesPerSecond: Double? {
        get { state.withLock { if case .constant(let rate) = $0.shape { rate } else { nil } } }
        set { state.withLock { $0.shape = Self.shape(newValue) } }
    }

    /// Lets the limit change as a trace says, from a time on.
    func follow(_ trace: NetworkTrace, from start: Double) {
        state.withLock { $0.shape = .trace(trace, start: start) }
    }

    /// How long a request made now waits for its answer, in seconds.
    func latency(now: Double) -> Double {
        state.withLock { if case .trace(let trace, let start) = $0.shape { trace.period(at: now - start).latency } else { 0 } }
    }

    /// How many bytes to send at once, so that the limit is kept smoothly: what goes in a fortieth of a second. Nil without a limit.
    var pieceLength: Int? {
        state.withLock { state in
            switch state.shape {
            case .open: nil
            case .constant(let rate): max(1, Int(saturating: min(rate / 40, 65_536), rounding: .towardZero))
            case .trace(let trace, _): max(1500, Int(saturating: min(trace.averageBytesPerSecond / 40, 65_536), rounding: .towardZero))
            }
        }
    }

    /// How many bytes a simulated network hands on at once: those of 50 ms, or 12 kbit where that is more, but not of more than a second.
    func stepLength(now: Double) -> Int? {
        state.withLock { state in
            let rate: Double
            switch state.shape {
            case .open: return nil
            case .constant(let constant): rate = constant
            case .trace(let trace, let start): rate = trace.period(at: max(state.free, now) - start).bytesPerSecond
            }
            return max(1, Int(saturating: min(max(rate / 20, min(1500, rate)), 1e9), rounding: .towardZero))
        }
    }

    /// Reserves the time that bytes take.
    ///
    /// - Returns: When they will have gone through: the moment to hand them on. Nil without a limit.
    func reserve(_ count: Int, now: Double) -> Double? {
        state.withLock { state in
            switch state.shape {
            case .open: return nil
            case .constant(let rate): state.free = max(state.free, now) + Double(count) / rate
            case .trace(let trace, let start): state.free = start + trace.end(of: Double(count), from: max(state.free, now) - start)
            }
            return state.free
        }
    }

    private static func shape(_ rate: Double?) -> Shape {
        guard let rate, rate > 0, rate.isFinite else { return .open }
        return .constant(bytesPerSecond: rate)
    }
}
