import Synchronization

/// Shares a bandwidth among concurrent transfers: each reserves its bytes and waits until they may be sent.
package final class Pacer: Sendable {
    private enum Shape {
        case open
        case constant(bytesPerSecond: Double)
        case trace(NetworkTrace, start: Double)
    }

    private struct State {
        var shape: Shape
        /// The time when all reserved bytes have been sent.
        var free = -Double.infinity
    }

    private let state: Mutex<State>

    /// Creates a pacer.
    ///
    /// - Parameter bytesPerSecond: The limit; nil or an invalid value for no limit.
    package init(bytesPerSecond: Double?) {
        state = Mutex(State(shape: Self.shape(bytesPerSecond)))
    }

    /// The constant limit; nil if there is no limit or it follows a trace.
    var bytesPerSecond: Double? {
        get { state.withLock { if case .constant(let rate) = $0.shape { rate } else { nil } } }
        set { state.withLock { $0.shape = Self.shape(newValue) } }
    }

    /// Makes the limit follow a trace that starts at a time.
    package func follow(_ trace: NetworkTrace, from start: Double) {
        state.withLock { $0.shape = .trace(trace, start: start) }
    }

    /// Returns the latency of a request made now, in seconds.
    package func latency(now: Double) -> Double {
        state.withLock { if case .trace(let trace, let start) = $0.shape { trace.period(at: now - start).latency } else { 0 } }
    }

    /// The number of bytes to send at once so that the rate is smooth: the amount of 25 ms. Nil without a limit.
    var pieceLength: Int? {
        state.withLock { state in
            switch state.shape {
            case .open: nil
            case .constant(let rate): max(1, Int(saturating: min(rate / 40, 65_536), rounding: .towardZero))
            case .trace(let trace, _): max(1500, Int(saturating: min(trace.averageBytesPerSecond / 40, 65_536), rounding: .towardZero))
            }
        }
    }

    /// Returns the bytes a simulated network delivers at once: 50 ms' worth, or 12 kbit if more, at most a second's. Nil: no limit.
    package func stepLength(now: Double) -> Int? {
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

    /// Reserves transfer time for bytes.
    ///
    /// - Returns: The time when the bytes have been transferred and can be delivered. Nil without a limit.
    package func reserve(_ count: Int, now: Double) -> Double? {
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
